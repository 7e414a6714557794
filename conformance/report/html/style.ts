/** Colors in light and dark; every pair of text and background has a contrast of at least 4.5 to 1. */
const themes = `
:root {
  color-scheme: light dark;
  --page: light-dark(#f5f6f8, #0e1115); --card: light-dark(#ffffff, #161a20); --code: light-dark(#eef0f3, #1f252d);
  --hover: light-dark(#e9ecf0, #232a33); --line: light-dark(#d9dee4, #2c343e); --edge: light-dark(#7d8793, #6f7b89);
  --text: light-dark(#191d22, #e7eaee); --muted: light-dark(#545e69, #a0abb7); --mark: light-dark(#ffe58a, #6b5200);
  --good: light-dark(#14692e, #62d182); --good-tint: light-dark(#e1f3e6, #11291a);
  --bad: light-dark(#a91b1b, #ff938a); --bad-tint: light-dark(#fde8e7, #351516);
  --open: light-dark(#754c00, #eabf5a); --open-tint: light-dark(#fdf0d2, #2d230c);
  --info: light-dark(#0a4fc2, #8fb8ff); --info-tint: light-dark(#e4edfd, #14233f);
}
.good, .passed { --tone: var(--good); --tint: var(--good-tint); }
.bad, .failed, .broken { --tone: var(--bad); --tint: var(--bad-tint); }
.open, .inconclusive { --tone: var(--open); --tint: var(--open-tint); }
.observed { --tone: var(--info); --tint: var(--info-tint); }
.skipped { --tone: var(--muted); --tint: var(--hover); }
`;

const text = `
*, ::before, ::after { box-sizing: border-box; }
html { scroll-padding-top: 5.5rem; }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
code, pre { font-family: ui-monospace, monospace; font-size: .84rem; }
h1, h2, h3, h4, p, dl, dd, ul, pre { margin: 0; padding: 0; }
h1 { font-size: clamp(1.5rem, 4vw, 2.1rem); line-height: 1.15; }
h2 { font-size: 1.15rem; margin-bottom: .7rem; }
h3 { font-size: .98rem; font-weight: 600; display: inline; }
h4, dt, thead th { font-size: .8rem; }
dt, thead th, .note, .eyebrow span, .foot, .more, .lead, .id, .came, pre .name, .chapter, .count { color: var(--muted); }
.note, .foot, .more { font-size: .85rem; font-weight: 400; }
a { color: var(--info); }
mark { background: var(--mark); color: inherit; }
summary { cursor: pointer; border-radius: 10px; }
:focus-visible { outline: 3px solid var(--info); outline-offset: 2px; border-radius: 4px; }
[hidden] { display: none !important; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: 1rem; padding: .5rem 1rem; background: var(--card); z-index: 3; }
pre { white-space: pre-wrap; background: var(--code); padding: .45rem .6rem; border-radius: 6px; line-height: 1.5; }
.command { background: var(--code); padding: .15rem .4rem; border-radius: 5px; }
.message, .facts dd { white-space: pre-wrap; }
.rule, .facts dd ul { white-space: normal; }
.facts dd ul, .more { margin-left: 1.1rem; }
.eyebrow, .run dd, .sent, .answer, .unanswered > summary { font-weight: 600; }
.word, .chip, nav .bad { color: var(--tone); }
.chip { display: inline-block; font-size: .8rem; font-weight: 600; padding: 0 .5rem; border-radius: 99px; margin: 0 .3rem; background: var(--tint); }
`;

const layout = `
header, .columns { max-width: 78rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 2rem; }
header, main, .inside, .evidence, .side, .cause { display: grid; gap: .7rem; align-content: start; grid-template-columns: minmax(0, 1fr); }
header, main { gap: 1.5rem; }
.tiles li, .check, .cause, #tools, #about .facts, table { background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
.tiles li, .cause, #tools, #about .facts { padding: .6rem .9rem; }
.outcome { display: flex; gap: 1.1rem; padding: 1.3rem; border-radius: 16px; border: 1px solid var(--tone); background: var(--tint); }
.outcome ul { margin: .4rem 0 0 1.1rem; }
.seal { flex: none; width: 2.7rem; height: 2.7rem; border-radius: 50%; display: grid; place-items: center; font-size: 1.4rem; font-weight: 700; color: var(--page); background: var(--tone); }
.run, .coverage { display: flex; flex-wrap: wrap; gap: .8rem 2.2rem; }
.run .target, .coverage > div { flex: 1 1 12rem; }
.tiles { list-style: none; display: grid; grid-template-columns: repeat(auto-fit, minmax(6.2rem, 1fr)); gap: .6rem; }
.number { display: block; font-size: 1.6rem; font-weight: 650; line-height: 1.2; }
.none .number { color: var(--muted); font-weight: 400; }
.word { font-size: .8rem; white-space: nowrap; }
svg { display: block; height: 7px; border-radius: 4px; background: var(--line); }
.bar { width: 100%; margin: .8rem 0 .4rem; }
.meter { display: inline-block; width: 5.5rem; margin-right: .4rem; }
rect { fill: var(--tone, var(--info)); }
.columns { display: grid; grid-template-columns: minmax(0, 1fr); gap: 2rem; margin-top: 1.75rem; padding-bottom: 4rem; }
nav { display: none; font-size: .88rem; position: sticky; top: 1rem; align-self: start; max-height: calc(100vh - 2rem); overflow-y: auto; }
nav ul { list-style: none; }
nav a, .chapter { display: flex; justify-content: space-between; gap: .5rem; padding: .22rem .5rem; border-radius: 6px; text-decoration: none; }
nav a { color: var(--text); }
nav .inner { padding-left: .8rem; }
nav a:hover, button:hover, .check summary:hover { background: var(--hover); }
.count { white-space: nowrap; }
@media (min-width: 68rem) { nav { display: block; } .columns { grid-template-columns: 15rem minmax(0, 1fr); } }
#tools { position: sticky; top: 0; z-index: 2; display: flex; flex-wrap: wrap; gap: .45rem; align-items: center; }
#tools label { flex: 1 1 12rem; display: flex; align-items: center; gap: .5rem; }
input { flex: 1; min-width: 6rem; }
input, button { font: inherit; font-size: .88rem; color: var(--text); background: var(--page); border: 1px solid var(--edge); border-radius: 8px; padding: .25rem .65rem; }
button[aria-pressed=true] { background: var(--text); color: var(--page); }
.check, .cause { margin-bottom: .5rem; }
.check:target { outline: 2px solid var(--info); }
.check[data-verdict=failed], .check[data-verdict=broken] { border-left: 4px solid var(--bad); }
.cause { border-left: 4px solid var(--open); }
.check > details > summary { padding: .6rem .9rem; }
.inside { padding: .2rem 1rem 1rem; }
.facts { display: grid; gap: .55rem; }
.facts > div { display: grid; grid-template-columns: 8rem minmax(0, 1fr); gap: 0 .75rem; }
.rule .note { display: block; margin-bottom: .5rem; }
.exchange { border: 1px solid var(--line); border-radius: 9px; background: var(--page); font-size: .88rem; }
.exchange > summary { padding: .4rem .7rem; }
.altered { padding: .35rem .6rem; border-radius: 6px; background: var(--open-tint); }
.exchange > .altered { margin: .2rem .7rem .6rem; }
.sides { display: grid; gap: .7rem; padding: 0 .7rem .7rem; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); }
table { width: 100%; border-collapse: collapse; font-size: .9rem; margin: .5rem 0; }
caption { text-align: left; font-weight: 600; padding: .4rem 0; }
th, td { text-align: left; vertical-align: top; padding: .5rem .7rem; border-top: 1px solid var(--line); font-weight: 400; width: 33%; }
@media (max-width: 40rem) {
  header, .columns { padding-left: .8rem; padding-right: .8rem; }
  .facts > div { grid-template-columns: minmax(0, 1fr); }
  #tools { position: static; }
  th, td { padding: .4rem; }
}
`;

/** For print: dark on white, nothing that needs a mouse, no exchange split across two pages. */
const print = `
@media print {
  :root {
    color-scheme: light; --page: #ffffff; --text: #000000; --hover: #ffffff;
    --good-tint: #ffffff; --bad-tint: #ffffff; --open-tint: #ffffff; --info-tint: #ffffff;
  }
  body { font-size: 10pt; }
  nav, #tools, .skip, .copy, .foot { display: none !important; }
  .columns { display: block; }
  h2, .check > details > summary { break-after: avoid; }
  .exchange, tr, .facts > div { break-inside: avoid; }
  svg, .seal, .chip { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;

/** The style sheet of the report; it loads no fonts or images. */
export const style = themes + text + layout + print;
