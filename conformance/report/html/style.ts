import { printStyle, themes } from "./style-media.ts";

const base = `
*, ::before, ::after { box-sizing: border-box; }
html { scroll-padding-top: 5.5rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; overflow-wrap: anywhere; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .84rem; }
h1, h2, h3, h4, p, dl, dd, ul, pre { margin: 0; padding: 0; }
h1 { font-size: clamp(1.5rem, 4vw, 2.1rem); line-height: 1.15; letter-spacing: -.02em; }
h2 { font-size: 1.15rem; letter-spacing: -.01em; line-height: 1.3; }
h3 { font-size: .98rem; font-weight: 600; display: inline; }
h4 { font-size: .8rem; font-weight: 600; }
a { color: var(--link); text-underline-offset: .15em; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 4px; }
[hidden] { display: none !important; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: 1rem; padding: .5rem 1rem; background: var(--card); z-index: 3; }
.note { color: var(--muted); font-size: .85rem; font-weight: 400; }
`;

const top = `
header, .columns { max-width: 78rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 2rem; display: grid; gap: 1.25rem; }
.eyebrow { font-weight: 650; font-size: .95rem; }
.eyebrow span { color: var(--muted); font-weight: 400; }
.outcome { display: flex; gap: 1.1rem; align-items: flex-start; padding: 1.4rem 1.5rem; border-radius: 16px; border: 1px solid; }
.outcome.good { background: var(--good-tint); border-color: var(--good); }
.outcome.bad { background: var(--bad-tint); border-color: var(--bad); }
.outcome.open { background: var(--open-tint); border-color: var(--open); }
.outcome ul { margin: .4rem 0 0 1.1rem; }
.outcome p { margin-top: .3rem; }
.seal { flex: none; width: 2.7rem; height: 2.7rem; border-radius: 50%; display: grid; place-items: center; font-size: 1.4rem; font-weight: 700; color: var(--on-seal); }
.good .seal { background: var(--good); }
.bad .seal { background: var(--bad); }
.open .seal { background: var(--open); }
.run, .coverage { display: flex; flex-wrap: wrap; gap: .8rem 2.2rem; }
dt { color: var(--muted); font-size: .8rem; }
.run .target { flex: 1 1 16rem; }
.run dd { font-weight: 550; }
.tiles { list-style: none; display: grid; grid-template-columns: repeat(6, 1fr); gap: .6rem; }
.tiles li { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: .6rem .9rem .7rem; }
.tiles .number { display: block; font-size: 1.7rem; font-weight: 650; line-height: 1.2; font-variant-numeric: tabular-nums; }
.tiles .word { font-size: .85rem; }
.tiles .none .number { color: var(--muted); font-weight: 400; }
.passed .word, .chip.passed { color: var(--good); }
.failed .word, .broken .word, .chip.failed, .chip.broken { color: var(--bad); }
.observed .word, .chip.observed { color: var(--info); }
.inconclusive .word, .chip.inconclusive { color: var(--open); }
.skipped .word, .chip.skipped { color: var(--muted); }
svg { display: block; }
.bar { width: 100%; height: 8px; border-radius: 4px; margin: .8rem 0 .4rem; background: var(--line); }
rect.passed { fill: var(--good); } rect.failed, rect.broken { fill: var(--bad); } rect.observed { fill: var(--info); } rect.inconclusive { fill: var(--open); } rect.skipped { fill: var(--muted); }
.coverage > div { flex: 1 1 12rem; }
.meter { display: inline-block; width: 5.5rem; height: 6px; border-radius: 3px; vertical-align: middle; margin-right: .4rem; }
.meter .full { fill: var(--line); } .meter .done { fill: var(--info); }
`;

const body = `
.columns { display: grid; grid-template-columns: minmax(0, 1fr); gap: 2rem; margin-top: 1.75rem; padding-bottom: 4rem; }
@media (min-width: 68rem) { .columns { grid-template-columns: 15rem minmax(0, 1fr); } }
nav { font-size: .88rem; position: sticky; top: 1rem; align-self: start; max-height: calc(100vh - 2rem); overflow-y: auto; margin-left: -.5rem; }
nav ul { list-style: none; }
nav a { display: flex; justify-content: space-between; gap: .5rem; padding: .22rem .5rem; border-radius: 6px; text-decoration: none; color: var(--text); }
nav .chapter { padding: .22rem .5rem; color: var(--muted); } nav .inner { padding-left: .8rem; }
nav a:hover { background: var(--hover); }
nav .count { color: var(--muted); font-variant-numeric: tabular-nums; white-space: nowrap; }
nav .count .bad { color: var(--bad); font-weight: 650; }
@media (max-width: 67.99rem) { nav { display: none; } }
main { display: grid; gap: 2.2rem; align-content: start; grid-template-columns: minmax(0, 1fr); }
#tools { position: sticky; top: 0; z-index: 2; display: flex; flex-wrap: wrap; gap: .45rem; align-items: center; padding: .7rem; background: var(--card); border: 1px solid var(--line); border-radius: 12px; box-shadow: 0 4px 14px var(--shadow); }
#tools label { flex: 1 1 12rem; display: flex; align-items: center; gap: .5rem; font-size: .88rem; color: var(--muted); }
input { flex: 1; min-width: 6rem; }
input, button { font: inherit; font-size: .88rem; color: var(--text); background: var(--page); border: 1px solid var(--edge); border-radius: 8px; padding: .3rem .65rem; }
button { cursor: pointer; }
button:hover { background: var(--hover); }
button[aria-pressed=true] { background: var(--text); color: var(--page); border-color: var(--text); }
.copy { padding: .05rem .5rem; font-size: .8rem; }
.group > h2, section > h2 { margin-bottom: .7rem; display: flex; flex-wrap: wrap; gap: .2rem .8rem; align-items: baseline; }
.check { background: var(--card); border: 1px solid var(--line); border-radius: 12px; margin-bottom: .5rem; }
.check:target { border-color: var(--link); box-shadow: 0 0 0 1px var(--link); }
.check[data-verdict=failed], .check[data-verdict=broken] { border-left: 4px solid var(--bad); }
.cause { background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--open); border-radius: 12px; margin-bottom: .5rem; padding: .7rem .9rem; display: grid; gap: .5rem; grid-template-columns: minmax(0, 1fr); }
.cause .chip { margin: 0 .3rem 0 0; }
.checks > summary { font-size: .88rem; }
summary { cursor: pointer; border-radius: 10px; }
.check > details > summary { padding: .6rem .9rem; }
.check > details > summary:hover { background: var(--hover); }
.id { color: var(--muted); margin-left: .3rem; }
.chip { display: inline-block; font-size: .8rem; font-weight: 600; white-space: nowrap; padding: 0 .5rem; border-radius: 99px; margin-left: .3rem; background: var(--hover); }
.chip.passed { background: var(--good-tint); } .chip.failed, .chip.broken { background: var(--bad-tint); } .chip.observed { background: var(--info-tint); } .chip.inconclusive { background: var(--open-tint); }
.inside { padding: .2rem 1rem 1rem; display: grid; gap: .9rem; grid-template-columns: minmax(0, 1fr); }
.message { white-space: pre-wrap; }
.facts { display: grid; gap: .55rem; }
.facts > div { display: grid; grid-template-columns: 8rem minmax(0, 1fr); gap: .75rem; }
.facts dt { padding-top: .15rem; }
.facts dd { white-space: pre-wrap; }
.facts dd ul, .more { list-style-position: outside; margin-left: 1.1rem; white-space: normal; }
.rule { white-space: normal; } .rule + .rule { margin-top: .5rem; } .rule .note { display: block; }
.command { background: var(--code); padding: .15rem .4rem; border-radius: 5px; }
.evidence { display: grid; gap: .5rem; grid-template-columns: minmax(0, 1fr); }
.exchange { border: 1px solid var(--line); border-radius: 9px; background: var(--page); }
.exchange > summary { padding: .4rem .7rem; font-size: .88rem; }
.exchange .sent { font-weight: 600; } .exchange .came { color: var(--muted); }
.altered { margin: .2rem .7rem .6rem; padding: .35rem .6rem; border-radius: 6px; background: var(--open-tint); font-size: .9rem; }
.sides { display: grid; gap: .7rem; padding: 0 .7rem .7rem; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); }
.side { display: grid; gap: .35rem; align-content: start; grid-template-columns: minmax(0, 1fr); }
.side .altered { margin: 0; }
pre { white-space: pre-wrap; background: var(--code); padding: .45rem .6rem; border-radius: 6px; line-height: 1.5; }
pre .name { color: var(--muted); }
mark { background: var(--mark); color: inherit; }
.foot, .more { font-size: .85rem; color: var(--muted); }
.elsewhere { margin-bottom: .4rem; font-size: .92rem; }
.lead { color: var(--muted); margin-bottom: .8rem; }
table { width: 100%; border-collapse: collapse; background: var(--card); border: 1px solid var(--line); font-size: .9rem; }
caption { text-align: left; font-weight: 600; font-size: .9rem; padding: .4rem 0; }
th, td { text-align: left; vertical-align: top; padding: .5rem .7rem; border-top: 1px solid var(--line); font-weight: 400; width: 33%; }
thead th { font-size: .8rem; color: var(--muted); }
.answer { font-weight: 650; }
.unanswered { margin-top: .8rem; } .unanswered > summary { font-weight: 550; }
#about .facts { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1rem; margin-bottom: .6rem; }
@media (max-width: 40rem) {
  header, .columns { padding-left: .8rem; padding-right: .8rem; }
  .outcome { padding: 1rem; }
  .tiles { grid-template-columns: repeat(3, 1fr); gap: .4rem; }
  .tiles li { padding: .45rem .6rem; }
  .tiles .number { font-size: 1.3rem; }
  .tiles .word { font-size: .75rem; }
  .facts > div { grid-template-columns: minmax(0, 1fr); gap: 0; }
  #tools { position: static; }
  th, td { padding: .4rem; }
}
`;

/** The style of the report: one file, no font and no picture from elsewhere. */
export const style = themes + base + top + body + printStyle;
