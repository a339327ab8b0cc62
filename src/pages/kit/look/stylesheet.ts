import { type IconName, iconPaths } from './icon-paths';

/** An icon that the stylesheet draws, so that every alert has it without a word about it in its page. */
const drawn = (name: IconName): string =>
  `--i-${name}: url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='%23000' stroke-width='1.6' stroke-linecap='round' stroke-linejoin='round'%3E%3Cpath d='${iconPaths[name]}'/%3E%3C/svg%3E");`;

const icons = (...names: IconName[]): string => `:root { ${names.map(drawn).join(' ')} }`;

/**
 * The stylesheet of all pages. A theme (THEME_CSS) changes the custom properties. Sizes are in rem and lengths in ch, so a
 * page works with a zoom of 400 % and with large text.
 */
export const stylesheet = `
:root {
  color-scheme: light dark;
  --ground: #f6f6f4; --surface: #fff; --raised: #fff; --sunken: #f1f1ee;
  --text: #1b1d1f; --quiet: #5a6067; --line: #e1e2de; --edge: #8b9199;
  --accent: #1d5c4a; --accent-strong: #15463a; --on-accent: #fff; --accent-soft: #e3efe9;
  --danger: #a3261d; --danger-soft: #fbeae8; --warn: #7a5200; --warn-soft: #fbf1dc; --good: #1d5c4a;
  --radius: 0.75rem; --small-radius: 0.5rem;
  --shadow: 0 1px 2px rgb(20 24 28 / 6%), 0 8px 24px rgb(20 24 28 / 5%);
  --step--1: 0.875rem; --step-0: 1rem; --step-1: 1.0625rem; --step-2: 1.375rem; --step-3: 1.75rem;
  --font: system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #141617; --surface: #1c1f20; --raised: #232728; --sunken: #25292a;
    --text: #eceeed; --quiet: #a5adac; --line: #303536; --edge: #76807f;
    --accent: #8fd3b8; --accent-strong: #abe2cb; --on-accent: #0c211a; --accent-soft: #1f332c;
    --danger: #ffa59b; --danger-soft: #3a211f; --warn: #f0c674; --warn-soft: #352b17; --good: #8fd3b8;
    --shadow: 0 1px 2px rgb(0 0 0 / 40%);
  }
}
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: none; text-size-adjust: none; }
body {
  background: var(--ground); color: var(--text); display: flex; flex-direction: column; font: 0.9375rem/1.5 var(--font);
  margin: 0; min-height: 100vh; min-height: 100svh; overflow-wrap: anywhere;
}
h1, h2, h3 { font-size: var(--step-2); font-weight: 600; letter-spacing: -0.011em; line-height: 1.25; margin: 0; text-wrap: balance; }
h2 { font-size: var(--step-1); }
h3 { font-size: inherit; font-weight: 500; }
strong { font-weight: 600; }
p { margin: 0; text-wrap: pretty; }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: 0.2em; }
a:hover { color: var(--accent-strong); text-decoration-thickness: 2px; }
:focus-visible { border-radius: 3px; outline: 3px solid var(--accent); outline-offset: 2px; }
[tabindex="-1"]:focus { outline: none; }
[hidden] { display: none !important; }
noscript { display: block; }
code, .mono { font-family: var(--mono); font-size: 0.9375em; }
ul, ol, dl { margin: 0; padding: 0; }
.facts { display: grid; gap: 0.75rem 1.5rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 14rem), 1fr)); }
dt { color: var(--quiet); font-size: var(--step--1); }
dd { margin: 0; }
.icon { fill: none; flex: none; height: 1.25rem; stroke: currentColor; stroke-linecap: round; stroke-linejoin: round;
  stroke-width: 1.6; vertical-align: -0.3em; width: 1.25rem; }
.mark { display: block; flex: none; height: 1.25rem; object-fit: contain; width: 1.25rem; }
.monogram { background: var(--accent-soft); border-radius: 0.3125rem; color: var(--accent-strong); font-size: 0.75rem; font-weight: 600;
  line-height: 1.25rem; text-align: center; }

.skip { background: var(--raised); left: 1rem; padding: 0.5rem 1rem; position: absolute; top: -10rem; z-index: 1; }
.skip:focus { top: 1rem; }
.bar { align-items: center; display: flex; gap: 0.5rem 1rem; justify-content: space-between;
  padding: 0.75rem clamp(1rem, 4vw, 2rem); }
.brand { align-items: center; color: inherit; display: inline-flex; font-weight: 600; gap: 0.625rem; min-height: 2rem;
  text-decoration: none; }
.brand:hover { color: inherit; }
.brand img { display: block; height: 2rem; max-width: 12rem; object-fit: contain; object-position: left; }
main { flex: 1; margin: 0 auto; max-width: 28rem; padding: clamp(0.5rem, 6vh, 4rem) 1rem 2rem; width: 100%; }
footer {
  color: var(--quiet); display: flex; flex-wrap: wrap; font-size: var(--step--1); gap: 0.25rem 1.25rem;
  justify-content: center; padding: 1rem 1rem 1.5rem;
}
footer ul { display: flex; flex-wrap: wrap; gap: 0.25rem 0.5rem; justify-content: center; list-style: none; }
footer a { color: inherit; display: inline-block; min-height: 1.75rem; padding: 0.25rem 0.375rem; text-decoration: none; }
footer a:hover { text-decoration: underline; }
footer [aria-current] { color: var(--text); font-weight: 500; }

.stack > * + * { margin-top: 1rem; }
.stack-wide > * + * { margin-top: 1.25rem; }
.card {
  background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); box-shadow: var(--shadow);
  padding: clamp(1.25rem, 5vw, 2rem);
}
.lead { color: var(--quiet); margin-top: 0.25rem; }
.quiet { color: var(--quiet); }
.small { font-size: var(--step--1); }
.or { align-items: center; color: var(--quiet); display: flex; font-size: var(--step--1); gap: 0.75rem; }
.or::before, .or::after { background: var(--line); content: ''; flex: 1; height: 1px; }
.links a, .actions a:not(.button), .head > a:not(.button), .figures a, .calm { color: var(--quiet); font-size: var(--step--1); font-weight: 500; text-decoration: none; }
:is(.links, .actions, .head, .figures) a:not(.button):hover, .calm:hover { color: var(--text); text-decoration: underline; }

fieldset { border: 0; margin: 0; min-width: 0; padding: 0; }
label, legend { display: block; font-size: var(--step--1); font-weight: 500; margin-bottom: 0.3125rem; padding: 0; }
.hint { color: var(--quiet); font-size: var(--step--1); margin-top: 0.3125rem; }
input, select, textarea {
  background: var(--surface); border: 1px solid var(--edge); border-radius: var(--small-radius); color: inherit;
  font: 1rem/1.5 var(--font); min-height: 2.5rem; padding: 0.4375rem 0.75rem; width: 100%;
}
input:hover, select:hover, textarea:hover { border-color: var(--text); }
input:focus-visible, select:focus-visible, textarea:focus-visible {
  border-color: var(--accent); border-radius: var(--small-radius); outline: 2px solid var(--accent); outline-offset: 0;
}
input[aria-invalid=true], textarea[aria-invalid=true] { border-color: var(--danger); border-width: 2px; }
.entry { align-items: stretch; display: flex; gap: 0.25rem; }
.entry > .plain { flex: none; }
.rules { display: flex; flex-wrap: wrap; gap: 0 1.25rem; list-style: none; }
.rules li { padding-inline-start: 1.25rem; position: relative; }
.rules li::before { content: '○' / ''; inset-inline-start: 0; position: absolute; }
.rules li.kept { color: var(--good); }
.rules li.kept::before { content: '✓' / ''; }
input.code { font: 1.25rem/1.4 var(--mono); letter-spacing: 0.12em; }
input[type=checkbox], input[type=radio] { accent-color: var(--accent); height: 1.5rem; margin: 0; min-height: 0; width: 1.5rem; }
.invalid { color: var(--danger); font-size: var(--step--1); font-weight: 500; margin-top: 0.3125rem; }
.two { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 10rem), 1fr)); }
.two > * + * { margin-top: 0; }

button, .button {
  align-items: center; background: var(--accent); border: 1px solid var(--accent); border-radius: var(--small-radius);
  color: var(--on-accent); cursor: pointer; display: inline-flex; font: 500 0.9375rem/1.4 var(--font); gap: 0.5rem;
  justify-content: center; min-height: 2.5rem; padding: 0.4375rem 1rem; text-decoration: none;
}
button:hover, .button:hover { background: var(--accent-strong); border-color: var(--accent-strong);
  color: var(--on-accent); }
button:active, .button:active { transform: translateY(1px); }
button:focus-visible, .button:focus-visible { border-radius: var(--small-radius); }
button:disabled, button[aria-disabled=true] { cursor: not-allowed; opacity: 0.55; }
button.busy { cursor: progress; opacity: 0.75; }
button.busy::after { animation: turn 0.8s linear infinite; border: 2px solid; border-radius: 50%; border-top-color: transparent;
  content: ''; height: 1em; width: 1em; }
@keyframes turn { to { transform: rotate(1turn); } }
.wide-button { width: 100%; }
.second { background: var(--surface); border-color: var(--line); box-shadow: 0 1px 1px rgb(20 24 28 / 4%); color: var(--text); }
.second:hover { background: var(--sunken); border-color: var(--edge); color: var(--text); }
.danger { background: var(--surface); border-color: var(--danger); color: var(--danger); }
.danger:hover { background: var(--danger); border-color: var(--danger); color: var(--surface); }
.plain { background: none; border-color: transparent; color: var(--quiet); font-size: var(--step--1); padding-inline: 0.5rem; }
.plain:hover { background: var(--accent-soft); border-color: transparent; color: var(--accent-strong); }
button.link { background: none; border: 0; display: inline; min-height: 1.75rem; padding: 0; text-align: start; }
button.link:not(.calm) { color: var(--accent); font-size: inherit; font-weight: inherit; text-decoration: underline 1px;
  text-underline-offset: 0.2em; }
button.link:not(.calm):hover { color: var(--accent-strong); text-decoration-thickness: 2px; }
.actions > .plain:first-child { margin-inline-start: -0.5rem; }
.actions { align-items: center; display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; }
.ways > * + * { margin-top: 0.625rem; }
.ways .stack > * + * { margin-top: 0; }
.ways .stack > .or, .ways .stack > .note { margin-bottom: 1.25rem; }
.providers { display: grid; gap: 0.625rem; }
.providers.many { grid-template-columns: repeat(auto-fit, minmax(min(100%, 8.5rem), 1fr)); }
.providers button { position: relative; }
.last { background: var(--accent-soft); border-radius: 1rem; color: var(--accent-strong); font-size: 0.75rem; padding: 0 0.5rem; }
.many .last { inset-inline-end: 0.5rem; position: absolute; top: -0.625rem; }

.note { background: var(--accent-soft); border-radius: var(--small-radius); font-size: var(--step--1); padding: 0.625rem 0.875rem 0.625rem 2.625rem;
  position: relative; }
.note::before { inset-inline-start: 0.8125rem; position: absolute; top: 0.625rem; }
.note::before { background: currentColor; content: ''; height: 1.25rem; mask: var(--i-done) center / contain; width: 1.25rem; }
.note:not(.problem, .warning)::before { color: var(--good); }
.note.problem { background: var(--danger-soft); color: var(--danger); }
.note.problem::before { mask-image: var(--i-problem); }
.note.warning { background: var(--warn-soft); color: var(--warn); }
.note.warning::before { mask-image: var(--i-warning); }

form[data-passkey]:not([hidden]) + .fallback { display: none; }
.bullets { padding-inline-start: 1.25rem; }
.app { align-items: center; display: flex; gap: 1rem; }
.app > .mark { border-radius: 0.75rem; font-size: 1.25rem; height: 3rem; line-height: 3rem; width: 3rem; }
.scopes { display: grid; gap: 0.625rem; list-style: none; }
.scopes li { display: flex; gap: 0.625rem; }
.scopes .icon { color: var(--accent); }
.check { align-items: start; display: grid; gap: 0.75rem; grid-template-columns: 1.5rem 1fr; }
.check label { line-height: 1.5rem; margin: 0; }
.choices { display: grid; gap: 0.5rem; margin-top: 0.3125rem; }
.check fieldset { margin-top: 0.5rem; }
.check:has(> [type=radio]:not(:checked)) fieldset { display: none; }
.acting { align-items: center; background: var(--warn-soft); border-bottom: 2px solid var(--warn); color: var(--warn); display: flex;
  flex-wrap: wrap; gap: 0.5rem 1.5rem; justify-content: center; padding: 0.5rem 1rem; position: sticky; top: 0; z-index: 1; }
.unseen { clip-path: inset(50%); height: 1px; overflow: hidden; position: absolute; white-space: nowrap; width: 1px; }
.qr { background: #fff; border-radius: var(--small-radius); display: block; height: auto; max-width: 13rem;
  padding: 0.75rem; width: 100%; }
details > summary { color: var(--quiet); cursor: pointer; font-size: var(--step--1); font-weight: 500; min-height: 1.75rem; padding: 0.125rem 0; }
details > summary:hover { color: var(--text); }
details[open] > summary { margin-bottom: 0.75rem; }
@media (prefers-reduced-motion: no-preference) {
  button, .button, input { transition: background-color 120ms, border-color 120ms, color 120ms; }
}
@media (prefers-reduced-motion) { button.busy::after { animation: none; } }
@media (forced-colors: active) {
  .card, .note, button, .button { border: 1px solid; }
  .note::before { background: CanvasText; }
}
${icons('done', 'problem', 'warning')}
`;

/** What only the pages of the account and of the console have, so that the page to sign in is small. */
export const wideStylesheet = `
.bar:has(+ .wide) { background: var(--surface); border-bottom: 1px solid var(--line); padding-block: 0.5rem; }
.bar .links { flex-wrap: nowrap; gap: 0.25rem; }
.bar .links a { align-items: center; border-radius: var(--small-radius); display: flex; gap: 0.375rem; min-height: 2.25rem; padding: 0.25rem 0.5rem; }
.bar .links a:hover { background: var(--sunken); text-decoration: none; }
main.wide { max-width: 78rem; padding: 1.5rem clamp(1rem, 4vw, 2rem) 2rem; }
main:has(> .columns > .narrow) { max-width: 60rem; }
.wide .card { box-shadow: none; padding: clamp(1rem, 3vw, 1.5rem); }
.links { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; list-style: none; }
.links a, .bullets a { display: inline-block; min-height: 1.75rem; padding: 0.125rem 0; }
.tag { background: var(--sunken); border: 1px solid transparent; border-radius: 1rem; color: var(--quiet);
  display: inline-block; font-size: 0.75rem; font-weight: 500; letter-spacing: 0; line-height: 1.4; padding: 0.0625rem 0.5rem; white-space: nowrap; }
.tag::before { margin-inline-end: 0.3em; }
.tag.good::before { content: '✓' / ''; }
.tag.bad::before { content: '✕' / ''; }
.tag.warn::before { content: '!' / ''; font-weight: 600; }
.tag.off::before { content: '○' / ''; }
.tag.good { background: var(--accent-soft); color: var(--good); }
.tag.bad { background: var(--danger-soft); color: var(--danger); }
.tag.warn { background: var(--warn-soft); color: var(--warn); }

.columns { display: grid; gap: 1.25rem 2.5rem; }
.columns > * { min-width: 0; }
.nav { display: flex; gap: 0.125rem; list-style: none; overflow-x: auto; scrollbar-width: none; }
.nav a { align-items: center; border-radius: var(--small-radius); color: var(--quiet); display: flex; font-size: var(--step--1); font-weight: 500;
  gap: 0.5rem; min-height: 2.25rem; padding: 0.375rem 0.625rem; text-decoration: none; white-space: nowrap; }
.nav a:hover { background: var(--sunken); color: var(--text); }
.nav a:focus-visible { outline-offset: -3px; }
.nav [aria-current] { background: var(--accent-soft); color: var(--accent-strong); }
@media (min-width: 48rem) {
  .columns { grid-template-columns: 11rem minmax(0, 1fr); }
  .nav { flex-direction: column; }
  .nav a { white-space: normal; }
  .columns > nav { align-self: start; position: sticky; top: 1rem; }
}
@media (max-width: 47.99rem) {
  .nav { mask-image: linear-gradient(90deg, #000 calc(100% - 1.5rem), transparent); padding-inline-end: 1.5rem; }
  .columns > nav { border-bottom: 1px solid var(--line); margin: -1.5rem calc(-1 * clamp(1rem, 4vw, 2rem)) 0; padding: 0.375rem 0.5rem; }
  .bar .links span { clip-path: inset(50%); height: 1px; overflow: hidden; position: absolute; width: 1px; }
}

.rows { list-style: none; }
.rows > li { align-items: center; border-top: 1px solid var(--line); display: flex; flex-wrap: wrap;
  gap: 0.5rem 1rem; justify-content: space-between; padding: 0.875rem 0; }
.rows > li:first-child { border-top: 0; padding-top: 0; }
.rows > li:last-child { padding-bottom: 0; }
.rows > li.inner { padding-inline-start: 2.25rem; }
.rows > li > div { flex: 1 1 12rem; min-width: 0; }
.rows h2 { font-size: inherit; font-weight: 500; letter-spacing: 0; }
.rows > li > .icon { align-self: start; color: var(--quiet); }
.rows > li > .icon + div { flex-basis: calc(100% - 2.25rem); }
.rows > li > .icon ~ :nth-child(3) { margin-inline-start: 2.25rem; }
.rows > li:has(> .mark) { flex-wrap: nowrap; }
.rows > li > .mark + div { flex-basis: 6rem; }
@media (min-width: 40rem) {
  .rows > li > .icon + div { flex-basis: 10rem; }
  .rows > li > .icon ~ :nth-child(3) { margin: 0; }
}
.rows p.quiet { font-size: var(--step--1); }
.rows .button, .rows button { font-size: var(--step--1); min-height: 2.25rem; padding-block: 0.25rem; }
.rows li > a:not(.button) { color: var(--quiet); font-size: var(--step--1); font-weight: 500; padding: 0.25rem 0; }
.rows div > form { margin-top: 0.75rem; }
.rows .scopes { gap: 0.25rem; margin-block: 0.375rem; }
.narrow { max-width: 42rem; }
.narrow .wide-button { width: auto; }
.head { align-items: center; display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; justify-content: space-between; }
.three { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 13rem), 1fr)); }
.actions.end { align-items: end; }
.actions.end .field { flex: 1 1 14rem; max-width: 28rem; }
.wide .card.search { padding: 1rem; }
.plain-list { list-style: none; }
.person { display: grid; gap: 1.5rem 2rem; }
@media (min-width: 60rem) {
  .person { grid-template-columns: minmax(0, 1fr) 15rem; }
  .person > .help { grid-column: 2; grid-row: 1 / span 2; }
}
.person > * { min-width: 0; }
.help ul { display: grid; gap: 0.5rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr)); }
.figures { display: grid; gap: 1.5rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 11rem), 1fr)); }
.figures dd { font-size: var(--step-1); font-weight: 500; }
.figures > div { display: flex; flex-direction: column; justify-content: space-between; }
.ranges [aria-current] { color: var(--text); font-weight: 500; text-decoration: none; }
.legend { display: flex; flex-wrap: wrap; gap: 0.375rem 1.5rem; list-style: none; }
.legend .key { border-radius: 2px; display: inline-block; height: 0.75rem; margin-inline-end: 0.375rem; width: 0.75rem; }
.plot { display: grid; gap: 0.5rem; grid-template-columns: auto minmax(0, 1fr); }
.bars { display: block; height: 20rem; width: 100%; }
.bars line { stroke: var(--line); vector-effect: non-scaling-stroke; }
.scale { display: flex; flex-direction: column; justify-content: space-between; margin-block: -0.75em; text-align: end; }
.times { flex-direction: row; gap: 0.5rem; grid-column: 2; margin: 0; text-align: start; }
.times > :last-child { text-align: end; }
.color-0 { background: #1d6f9f; fill: #1d6f9f; } .color-1 { background: #c8741a; fill: #c8741a; }
.color-2 { background: #2e8b57; fill: #2e8b57; } .color-3 { background: #8e5ea2; fill: #8e5ea2; }
.color-4 { background: #b5484f; fill: #b5484f; } .color-5 { background: #808890; fill: #808890; }
.scroll { background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); overflow-x: auto; position: relative; }
table { border-collapse: collapse; font-size: var(--step--1); line-height: 1.35; width: 100%; }
th { font-weight: 500; }
thead th { background: var(--sunken); color: var(--quiet); font-size: 0.8125rem; overflow-wrap: normal; }
th, td { border-bottom: 1px solid var(--line); padding: 0.25rem 0.75rem; text-align: start; vertical-align: middle; }
:is(th, td):first-child { padding-inline-start: 1rem; }
thead th { padding-block: 0.5rem; }
td, tbody th { height: 2.75rem; }
tbody tr:hover { background: var(--ground); }
tr:last-child td, tbody tr:last-child th { border-bottom: 0; }
caption { color: var(--quiet); font-size: 0.8125rem; padding: 0.5rem 1rem; text-align: start; }
td { min-width: 6.5rem; }
tbody th { color: inherit; min-width: 11rem; }
tbody th > a, td > a { color: inherit; text-decoration: none; }
td > a { color: var(--accent); }
tbody th > a:hover, td > a:hover { text-decoration: underline; }
tbody th > .small, td > .small { display: block; font-size: 0.8125rem; font-weight: 400; }
.select { min-width: 2.5rem; width: 2.5rem; }
.select input { display: block; }
@media (max-width: 39.99rem) {
  table, caption, tbody, tr, td, tbody th { display: block; min-width: 0; }
  thead { clip-path: inset(50%); height: 1px; overflow: hidden; position: absolute; width: 1px; }
  tr { border-bottom: 1px solid var(--line); padding: 0.625rem 1rem; position: relative; }
  tr:last-child { border-bottom: 0; }
  th, td, :is(th, td):first-child { border: 0; height: auto; padding: 0.0625rem 0; }
  td:empty { display: none; }
  td[data-label]:not(.select)::before { color: var(--quiet); content: attr(data-label) ': '; }
  .select { inset-inline-end: 1rem; position: absolute; top: 0.75rem; width: auto; }
  tr:has(.select) > th { padding-inline-end: 2.5rem; }
}
@media (min-width: 48rem) { .nowrap { min-width: max-content; white-space: nowrap; } }
.bad { color: var(--danger); }
.tags { display: inline-flex; flex-wrap: wrap; gap: 0.25rem; }
.nav.row { flex-direction: row; }
.empty { background: var(--surface); border: 1px dashed var(--line); border-radius: var(--radius); color: var(--quiet); padding: 1.75rem 1rem; text-align: center; }
.empty::before { background: currentColor; content: ''; display: block; height: 2rem; margin: 0 auto 0.5rem; mask: var(--i-empty) center / contain;
  opacity: 0.7; width: 2rem; }
.card .empty { background: none; border: 0; padding: 0.75rem 0; }
.codes { display: grid; font: 0.8125rem/2.25 var(--mono); gap: 0 2rem; list-style: none; }
@media (min-width: 30rem) { .codes { font-size: 1rem; grid-template-columns: repeat(auto-fit, minmax(19rem, 1fr)); } }
.codes li { white-space: nowrap; }
pre { background: var(--sunken); border-radius: var(--small-radius); font: 0.8125rem/1.5 var(--mono); margin: 0;
  max-height: 24rem; overflow: auto; padding: 0.75rem; white-space: pre-wrap; }
.facts.wide { grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); }
tr:has(+ .more) > * { border-bottom: 0; }
.more > td { padding-top: 0; }
.bulk { align-items: center; background: var(--ground); border-top: 1px solid var(--line); display: flex; flex-wrap: wrap;
  gap: 0.5rem 1.5rem; padding-block: 0.5rem; }
.stack > .bulk { margin-top: 0; }
.bulk > .actions { flex: 1; justify-content: end; }
.bulk select { width: auto; }
tr:has(.select) > * { line-height: 1.35; padding-block: 0.25rem; vertical-align: middle; }
.card.search.flat { padding: 0.75rem 1.25rem; }
.flat > * + * { margin-top: 0.5rem; }
@media (min-width: 48rem) { .bulk { bottom: 0; position: sticky; } }
@media (min-width: 72rem) {
  tr:has(.select) > th > .small { display: inline; margin-inline-start: 0.25rem; }
}
.facts [data-keep] button { min-height: 1.5rem; padding-block: 0; }
@media (max-width: 39.99rem) { tr:has(+ .more) { border-bottom: 0; padding-bottom: 0; } }
@media (prefers-reduced-motion: no-preference) { .nav a { transition: background-color 120ms, color 120ms; } }
@media (forced-colors: active) {
  .tag, .scroll { border: 1px solid; }
  .bars, .key { forced-color-adjust: none; }
  .empty::before { background: CanvasText; }
}
iframe { background: #fff; height: 40rem; width: 100%; }
@media print { .bar, footer, .no-print { display: none; } .card { border: 0; box-shadow: none; } }
${icons('empty')}
`;
