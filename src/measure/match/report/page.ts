/** Self-contained HTML: it needs no server, network or other files. */
import script from 'tengen:report-script';
import type { ReportData } from './data.ts';
import { PAGE_STYLE } from './style.ts';

/** @returns the report as the text of an HTML file */
export function reportPage(data: ReportData): string {
  // "<" would let a name such as "</script>" end the block early.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
<title>Match</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<h1 id="heading"></h1>
<div class="facts" id="facts"></div>
<section><h2>Results</h2><div id="cross"></div></section>
<div class="columns">
<section><h2>Ratings</h2><div id="ratings"></div></section>
<section><h2>Elo over the match</h2><div id="elo"></div></section>
</div>
<section><h2>Time, memory and faults</h2><div id="behavior"></div></section>
<section>
<h2>Games</h2>
<div id="filters">
<label>engine <select id="engine"><option value="">any</option></select></label>
<label>result <select id="result"><option value="">any</option><option value="won">won</option><option value="lost">lost</option><option value="draw">drawn</option><option value="black">Black won</option><option value="white">White won</option></select></label>
<label>ended by <select id="reason"><option value="">any</option></select></label>
<span id="count"></span>
</div>
<div id="list"><table><thead><tr><th>#</th><th class="left">Black</th><th class="left">White</th><th>score</th><th class="left">ended by</th><th>stones</th></tr></thead><tbody id="rows"></tbody></table></div>
</section>
<section>
<h2 id="title"></h2>
<div id="viewer">
<div>
<svg id="board" role="img" aria-label="board"></svg>
<div id="steps"><button id="first" title="Home">&#124;&lt;</button><button id="previous" title="left arrow">&lt;</button><button id="next" title="right arrow">&gt;</button><button id="last" title="End">&gt;&#124;</button><span id="now" aria-live="polite"></span></div>
<div class="hint" id="opening-key">Brown numbers: stones of the opening.</div>
<div class="hint">Keys: left and right step through the game, Home and End jump, up and down change the game.</div>
</div>
<div><div id="graphs"></div><div id="detail"></div><pre id="tail"></pre></div>
</div>
</section>
<script type="application/json" id="data">${json}</script>
<script>${script}</script>
</body>
</html>
`;
}
