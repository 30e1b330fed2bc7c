/** The report page's style sheet. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --ink: #1d1d1b; --soft: #6b6a64; --line: #d9d6cc; --paper: #fbfaf6; --card: #fff;
  --accent: #b4541a; --good: #2e7d32; --bad: #b3261e; --a: #2563a8; --b: #b4541a; --pick: #f5e6d3; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e6df; --soft: #a09d93; --line: #3c3a35; --paper: #1b1a18;
  --card: #242320; --accent: #e08a4f; --good: #81c784; --bad: #ef9a9a; --a: #7fb0e6; --b: #e0a070; --pick: #3d3226; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1280px; padding: 20px; background: var(--paper); color: var(--ink);
  font: 14px/1.45 system-ui, sans-serif; }
h1 { font-size: 24px; margin: 0 0 4px; } h2 { font-size: 16px; margin: 0 0 8px; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 14px; margin: 14px 0; overflow-x: auto; }
.facts { color: var(--soft); } .facts span { display: inline-block; margin-right: 16px; }
.columns { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 14px; }
.columns section { margin: 0; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 3px 8px; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th { color: var(--soft); font-weight: 600; } th.left, td.left { text-align: left; }
.good { color: var(--good); } .bad { color: var(--bad); }
#filters { display: flex; flex-wrap: wrap; gap: 10px; align-items: center; margin-bottom: 8px; }
select, button { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: 5px; padding: 3px 8px; }
button { cursor: pointer; min-width: 34px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
#viewer { display: grid; grid-template-columns: minmax(300px, 1.15fr) minmax(300px, 1fr); gap: 18px; }
@media (max-width: 860px) { #viewer, .columns { grid-template-columns: minmax(0, 1fr); } }
@media (max-width: 600px) { body { padding: 8px; } section { padding: 10px; } th, td { padding: 3px 5px; }
  th.left, td.left { white-space: normal; overflow-wrap: anywhere; min-width: 5em; }
  #viewer { grid-template-columns: minmax(0, 1fr); } select { max-width: 70vw; } }
#board { width: 100%; height: auto; display: block; }
#list { max-height: 240px; overflow: auto; position: relative; }
#list table { width: 100%; } #list th { position: sticky; top: 0; background: var(--card); }
#list tbody tr { cursor: pointer; } #list tr[aria-selected=true] { background: var(--pick); }
#steps { display: flex; gap: 6px; margin: 8px 0; align-items: center; }
#now { min-height: 1.5em; } .hint { color: var(--soft); font-size: 12px; }
#steps button { flex: none; white-space: nowrap; }
svg text { fill: var(--soft); font: 11px system-ui, sans-serif; } svg .axis { fill: var(--ink); }
svg .grid { stroke: var(--line); } svg .zero { stroke: var(--soft); } svg .cursor { stroke: var(--accent); }
.chart { width: 100%; height: auto; display: block; margin-bottom: 10px; }
.key { color: var(--soft); font-size: 12px; } .key b { display: inline-block; width: 10px; height: 10px; border-radius: 2px; margin: 0 4px 0 10px; }
pre { white-space: pre-wrap; font-size: 12px; color: var(--soft); margin: 6px 0 0; }
`;
