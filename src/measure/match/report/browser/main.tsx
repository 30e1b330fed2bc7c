/** The script of the report page, for any browser: shows the match of the JSON in the page. */
import { render } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { ReportGame } from '../collect.ts';
import { ChartBox, HistoryChart, RatingChart } from './charts.tsx';
import { data } from './data.ts';
import { type Filter, GameList, passes, Viewer } from './games.tsx';
import { BehaviorTable, CrossTable } from './tables.tsx';

/** Plies by which a key steps within the game, and games by which one steps through the list. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
  PageUp: -10,
  PageDown: 10,
};
const GAME_STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** The game and the ply of the address. */
const wanted = new URLSearchParams(location.hash.slice(1));
const first = data.games.find(({ game }) => game + 1 === Number(wanted.get('game')));

function Report() {
  const [filter, setFilter] = useState<Filter>({ engine: '', result: '', reason: '' });
  const [open, setOpen] = useState(first ?? data.games[0]);
  const [at, setAt] = useState(Number((first && wanted.get('ply')) ?? Number.POSITIVE_INFINITY));
  const [pairing, setPairing] = useState(0);
  const shown = data.games.filter((game) => passes(filter, game));
  const plies = Math.max(0, Math.min(open?.timesMs.length ?? 0, at));
  const show = (game: ReportGame) => {
    setOpen(game);
    setAt(Number.POSITIVE_INFINITY);
  };
  const list = (next: Filter) => {
    setFilter(next);
    const listed = data.games.filter((game) => passes(next, game));
    if (listed.length > 0 && !listed.includes(open)) show(listed[0]);
  };
  useLayoutEffect(() => {
    if (open !== undefined) history.replaceState(null, '', `#game=${open.game + 1}&ply=${plies}`);
    const onKey = (event: KeyboardEvent) => {
      const isForOthers = event.target instanceof HTMLSelectElement || event.ctrlKey || event.altKey || event.metaKey;
      if (isForOthers || open === undefined) return;
      const next = shown[shown.indexOf(open) + GAME_STEPS[event.key]];
      if (event.key in STEPS) setAt(plies + STEPS[event.key]);
      else if (next !== undefined) show(next);
      if (event.key in STEPS || event.key in GAME_STEPS) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
  return (
    <>
      <h1 id="heading">{data.title}</h1>
      <div class="facts" id="facts">
        {data.facts.map(([name, value]) => (
          <span>{`${name}: ${value}`}</span>
        ))}
      </div>
      <section>
        <h2>Results</h2>
        <div id="cross">
          <CrossTable />
          {data.verdict !== null && <p>{data.verdict}</p>}
        </div>
      </section>
      <div class="columns">
        <section>
          <h2>Ratings</h2>
          <ChartBox id="ratings">{(width) => <RatingChart width={width} />}</ChartBox>
        </section>
        <section>
          <h2>Elo over the match</h2>
          <ChartBox id="elo">
            {(width) => [
              data.pairings.length > 1 && (
                <select aria-label="pairing" onChange={(event) => setPairing(Number(event.currentTarget.value))}>
                  {data.pairings.map(({ first, second }, i) => (
                    <option value={i}>{`${first} \u2013 ${second}`}</option>
                  ))}
                </select>
              ),
              <HistoryChart pairing={data.pairings[pairing]} width={width} />,
            ]}
          </ChartBox>
        </section>
      </div>
      <section>
        <h2>Time, memory and faults</h2>
        <div id="behavior">
          <BehaviorTable />
        </div>
      </section>
      <GameList filter={filter} shown={shown} open={open} onFilter={list} onOpen={show} />
      {open !== undefined && <Viewer game={open} plies={plies} onPly={setAt} />}
    </>
  );
}

document.title = data.title;
render(<Report />, document.getElementById('report')!);
