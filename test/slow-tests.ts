/**
 * The test files that `npm run test:fast` leaves out, with the reason for each; all of them run in `npm test`. A file belongs
 * here if it starts the built program, which the fast suite does not build, or takes more than some four seconds of
 * processor time. CONTRIBUTING.md has the same list; test/slow-tests.test.ts compares the two.
 */
export const SLOW_TESTS: Readonly<Record<string, string>> = {
  // Start the built program.
  'test/cli/brain.test.ts': 'starts the brain for each case: outputs, signals, memory limits',
  'test/cli/check.test.ts': 'checks scripted brains and tengen from end to end',
  'test/cli/examples.test.ts': 'runs the examples in Python and the built program',
  'test/cli/match.test.ts': 'plays matches by the command line, stopped and resumed',
  'test/cli/play/pipe.test.ts': 'plays whole games through a pipe',
  'test/cli/play/terminal.test.ts': 'plays whole games in a pseudo-terminal',
  'test/cli/rule-names.test.ts': 'runs every command under every name of a rule',
  'test/cli/selfplay.test.ts': 'plays games in several processes of the built program',
  'test/cli/streams.test.ts': 'starts the program with odd outputs',
  'test/kernel/search/bench.test.ts': 'runs bench in every form, a checked kernel too',
  'test/package.test.ts': 'packs the npm package and compiles against its types',
  'test/native/program.test.ts': 'compiles the native program and holds it to WebAssembly and the conversations',
  'test/protocol-page.test.ts': 'plays every example of protocol.md',
  'test/board/analyse.test.ts': 'analyses in a real browser',
  'test/board/play.test.ts': 'plays whole games in a real browser',
  'test/board/site.test.ts': 'looks at the whole page in a real browser',
  'test/board/study.test.ts': 'studies games in a real browser',
  'test/cli/board.test.ts': 'serves the board from the built program',
  'test/web/library.test.ts': 'drives the library in a real browser',
  'test/transcripts.test.ts': 'replays every recorded conversation',
  // Start scripted brains or tools.
  'test/match/engine-game.test.ts': 'plays games between bad brains and waits for their limits',
  'test/match/match.test.ts': 'plays whole matches between scripted brains',
  'test/training/command.test.ts': 'trains weights by the command, several times',
  'test/tuning/command.test.ts': 'runs the tuner, stopped and resumed',
  'test/tuning/factors.test.ts': 'plays factorial matches, stopped and resumed',
  // Search long.
  'test/cli/analyze-batch.test.ts': 'searches dozens of positions, several times over',
  'test/game/opponent.test.ts': 'plays whole games at every level',
  'test/engine/book.test.ts': 'opens an engine for each case',
  'test/engine/engine.test.ts': 'opens an engine for each case, most of which think by the clock',
  'test/engine/games.test.ts': 'thinks under many changes of rule, size and threads',
  'test/kernel/search/c.test.ts': 'compiles the search in C and leads it through what WebAssembly did',
  'test/kernel/search/forms.test.ts': 'leads WebAssembly and JavaScript through a long life of games',
  'test/kernel/search/minimax.test.ts': 'compares the plain search with minimax',
  'test/kernel/search/mnk.test.ts': 'plays small boards against every line of the opponent',
  'test/kernel/search/obedience.test.ts': 'searches crowded renju boards, where Black may play little',
  'test/kernel/search/stop.test.ts': 'searches to the end of many clocks, which run by nodes',
  'test/kernel/search/tactics.test.ts': 'solves tactical positions and long wins',
  'test/kernel/search/threats.test.ts': 'proves verdicts and defense sets by brute force',
  'test/kernel/search/vct.test.ts': 'plays every reply to wins by threats',
  'test/protocol/streams.test.ts': 'feeds random commands, and moves on random boards, to a real engine',
  // Compare a lot.
  'test/book/formats.test.ts': 'writes, reads and breaks files of every format thousands of times',
  'test/kernel/eval/learned.test.ts': 'builds the tables of all rules several times',
  'test/kernel/eval/network.test.ts': 'searches with random networks, in both forms',
  'test/kernel/patterns/agreement.test.ts': 'compares patterns and referee on random boards',
  'test/lowering/agreement.test.ts': 'lowers and runs thousands of random programs',
  'test/lowering/c.test.ts': 'compiles hundreds of random programs in C',
  'test/rules/literal.test.ts': 'compares two referees on random games',
  'test/rules/properties.test.ts': 'turns and mirrors random boards under every rule',
};
