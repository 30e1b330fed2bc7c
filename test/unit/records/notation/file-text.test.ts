/** Files of games in the encodings of other programs. */
import { describe, expect, test } from 'vitest';
import { encode } from '../../../../src/core/code-page.ts';
import { readFile } from '../../../../src/page/share/read.ts';
import { readLibraryGames } from '../../../../src/page/shelf/library/read.ts';
import { treeToSgf } from '../../../../src/play/review/tree-sgf.ts';
import { newGame } from '../../../../src/play/state/game-state.ts';
import { variantOf } from '../../../../src/play/state/variant.ts';
import { viewBookFile } from '../../../../src/records/book/files.ts';
import { textOfFile, textPieces } from '../../../../src/records/notation/file-text.ts';

const hex = (digits: string): Uint8Array => Uint8Array.from(Buffer.from(digits, 'hex'));
const bytesOf = (...parts: readonly (string | Uint8Array)[]): Uint8Array =>
  Uint8Array.from(Buffer.concat(parts.map((part) => Buffer.from(part))));
/** @returns the text of a game whose player is named by these bytes */
const named = (head: string, name: Uint8Array): string => textOfFile(bytesOf(`(;${head}PB[`, name, '];B[hh])'));

/** 小强, a common nickname: these bytes also are two letters of UTF-8. */
const XIAO_QIANG = hex('d0a1c7bf');

describe('the encoding of a file', () => {
  test.each([
    ['GM[4]CA[GBK]', 'b0d7c6e5b1d8caa4', '白棋必胜'],
    ['GM[4]CA[gb2312]', 'd0a1c7bf', '小强'],
    ['CA[Big5]', 'b6c2', '黑'],
    ['CA [CP950]', 'b6c2', '黑'],
    ['CA[Shift_JIS]', '967b88f69656', '本因坊'],
    ['CA[EUC-JP]', 'cbdcb0f8cbb7', '本因坊'],
    ['CA[EUC-KR]', 'b9e9', '백'],
    ['CA[windows-1251]', 'c8', 'И'],
    ['CA[KOI8-R]', 'e9d7c1ce', 'Иван'],
    ['CA[ISO-8859-2]', 'f8', 'ř'],
  ])('is the one that %s names', (head, bytes, name) => {
    expect(named(head, hex(bytes))).toBe(`(;${head}PB[${name}];B[hh])`);
  });

  test.each(['CA[GBK]', 'CA[ISO-8859-1]', 'CA[UTF-16]', 'CA[no such]', ''])('is UTF-8 if the text is: %s', (head) => {
    expect(named(head, bytesOf('白棋必胜'))).toContain('PB[白棋必胜]');
    // The last letter is cut off, as programs with a limit of bytes do.
    expect(named(head, bytesOf('白棋必胜').subarray(0, 11))).toMatch(/PB\[白棋必\ufffd+\]/);
  });

  test.each([
    ['big5', '黑先勝，白棋只能防守'],
    ['gbk', '白棋必胜，黑方可以这样下'],
    ['windows-1251', 'Иванов'],
    ['windows-1252', 'Åke Ström: “don’t”'],
  ] as const)('is guessed if the file does not name it: %s', (page, name) => {
    const { bytes } = encode(name, page);
    expect(textOfFile(bytesOf('Piskvorky 15x15, 11:11, 0\n8,8,0\n', bytes, '\n?\n'))).toContain(`\n${name}\n`);
    expect(named('CA[UTF-8]', bytes)).toContain(`PB[${name}]`);
  });

  test('is read from a byte order mark', () => {
    const text = '(;CA[GBK]PB[Ž])';
    const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
    expect(textOfFile(utf16)).toBe(text);
    expect(textOfFile(Buffer.from(utf16).swap16())).toBe(text);
    expect(textOfFile(Buffer.from(`\ufeff${text}`))).toBe(text);
  });

  test('is read from the declaration of XML', () => {
    const xml = bytesOf('<?xml version="1.0" encoding="windows-1251"?><player name="', hex('c8'), '"/>');
    expect(textOfFile(xml)).toContain('name="И"');
  });

  test('does not depend on the pieces in which a file is read', () => {
    const { bytes } = encode('黑先勝，白棋只能防守', 'big5');
    const file = bytesOf(
      '(;CA[Big5]',
      'C[ASCII]'.repeat(50),
      'PB[',
      ...Array(8000).fill(bytes),
      ']',
      '(;B[hh])'.repeat(50),
    );
    const whole = textOfFile(file);
    for (const size of [1, 7, 1000, 100_000]) {
      const pieces = Array.from({ length: Math.ceil(file.length / size) }, (_, i) =>
        file.subarray(i * size, (i + 1) * size),
      );
      expect([...textPieces(pieces)].join('') === whole).toBe(true);
    }
    expect(whole).toContain('黑先勝，白棋只能防守黑先勝');
  });

  test('is decided without holding the ASCII before it in memory', () => {
    let given = 0;
    function* pieces(): Generator<Uint8Array> {
      for (; given < 5; given++) yield bytesOf('(;B[hh])');
      yield XIAO_QIANG;
    }
    const read = textPieces(pieces());
    expect([read.next().value, given]).toEqual(['(;B[hh])', 0]);
  });
});

describe('games in another encoding', () => {
  const GAME = bytesOf('(;GM[4]SZ[15]CA[GBK]PB[', XIAO_QIANG, '];B[hh];W[ii]C[', hex('b0d7c6e5b1d8caa4'), '])');

  test('are saved in UTF-8, which their files then name', async () => {
    const [last] = await readFile(
      new File([Uint8Array.from(GAME)], 'game.sgf'),
      newGame(variantOf(0, 15, 15, null)).variant,
    );
    const text = treeToSgf(last);
    expect(text.match(/CA\[[^\]]*\]/g)).toEqual(['CA[UTF-8]']);
    expect(text).toMatch(/PB\[小强\][\s\S]*C\[白棋必胜\]/);
  });

  test('keep their names in the library and their comments in a book', () => {
    const file = { name: 'a.sgf', text: () => textPieces([GAME]) };
    const [game] = readLibraryGames(file, { size: 15, rule: null }, () => {});
    expect(game).toMatchObject({ black: '小强', comment: '白棋必胜' });
    expect(game.sgf.match(/CA\[[^\]]*\]/g)).toEqual(['CA[UTF-8]']);
    const options = { rule: null, size: null, plies: 20, page: null };
    const book = viewBookFile({ name: 'a.sgf', pieces: () => [GAME] }, options, { note() {}, progress() {} });
    expect(Array.from({ length: book.count }, (_, i) => book.info(i).comment)).toContain('白棋必胜');
  });
});
