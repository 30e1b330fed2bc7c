// A round robin of brains that speak the Gomocup protocol, here tengen with different limits; Ctrl-C stops it, and the
// same command resumes it.
//   node examples/tournament.mjs results.jsonl [games per pairing]
import { fileURLToPath } from 'node:url';
import { RENJU, ruleFromCode } from 'tengen';
import { matchConfig, parseOpenings, runMatch, summarize, summaryLines, UserError } from 'tengen/match';

const [out, games = '4'] = process.argv.slice(2);
if (out === undefined) {
  console.error('expected a file: node examples/tournament.mjs results.jsonl [games per pairing]');
  process.exit(1);
}
const brain = fileURLToPath(new URL('dist/tengen.js', import.meta.resolve('tengen/package.json')));
const rule = ruleFromCode(RENJU);
// Black, White, Black, in pos notation; each is played with both colors.
const { openings } = parseOpenings('h8 i9 j9\nh8 h9 i7\nh8 i8 j10', 'pos', 15, rule);

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
try {
  const config = matchConfig({
    engines: [500, 1000, 2000].map((nodes) => ({ name: `${nodes} nodes`, command: `"${brain}"`, nodes })),
    settings: { rule },
    openings,
    gamesPerPairing: Number(games),
    concurrency: 2,
    out,
  });
  const onGame = ({ game, black, white, result, reason }) =>
    console.log(`game ${game + 1}: ${black} - ${white}: ${result} (${reason})`);
  const run = await runMatch(config, { onGame }, stop.signal);
  console.log(summaryLines(summarize(config, run)).join('\n'));
  console.log(run.end);
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
