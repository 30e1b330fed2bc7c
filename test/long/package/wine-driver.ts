/**
 * Replays the transcripts against the Windows executable, run by a Windows Node under Wine, so that the pipes between
 * the two Windows programs are those that a manager creates. A Node under Wine cannot use the pipes of a Linux process,
 * so the results go into a file. Bundled, it runs as: wine node.exe <this> <executable> <version> <results.json>
 */
import { writeFileSync } from 'node:fs';
import { checkExecutable } from '../../../tools/package/check.ts';
import { type Conversation, readTranscripts, replayAll } from '../../../tools/replay.ts';

const [executable, version, results] = process.argv.slice(2);
const conversations = readTranscripts('test/transcripts');
// Windows has no signals.
const isPortable = ({ steps }: Conversation) =>
  !steps.some(({ kind, text }) => kind === '!' && /^(stop|cont|signal)\b/.test(text));
const chosen = conversations.filter(isPortable);

const start = await checkExecutable(executable, version).catch((error: Error) => ({ error: error.message }));
const errors = await replayAll(chosen, [executable], { concurrency: 2, ownFolders: true });
writeFileSync(
  results,
  JSON.stringify({
    start,
    leftOut: conversations.length - chosen.length,
    conversations: chosen.map(({ title }, index) => ({ title, error: errors[index]?.message ?? null })),
  }),
);
