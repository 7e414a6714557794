import { html, type Markup, prose } from "../../base/markup.ts";
import { clip } from "../../base/text.ts";
import type { RunLog } from "../log.ts";
import { type Question, questionsOf } from "../questions.ts";
import { checkLink } from "./parts.ts";

/** The open questions of the specification and the answers of who was judged, those with an answer first. */
export function questionTable(log: RunLog): Markup {
  const all = questionsOf(log);
  const answered = all.filter(({ answer }) => answer !== null);
  const open = all.filter(({ answer }) => answer === null);
  return html`<section id="questions" aria-labelledby="questions-title">
<h2 id="questions-title">Where the specification is silent</h2>
<p class="lead">${answered.length} of ${all.length} open questions answered. None of these answers is right or wrong; a client has to live with each of them.</p>
${table(log.run.party === "client" ? "With which answers this client works" : "What this server does", "Answer", answered)}
<details class="unanswered"><summary>${open.length} without an answer</summary>
${table("Why there is none", "Reason", open)}
</details>
</section>`;
}

function table(caption: string, last: string, questions: readonly Question[]): Markup | null {
  if (questions.length === 0) return null;
  return html`<table><caption>${caption}</caption>
<thead><tr><th scope="col">Question</th><th scope="col">${last}</th><th scope="col">What the client assumes</th></tr></thead>
<tbody>
${questions.map(row)}
</tbody></table>`;
}

function row({ requirement, question, check, answer, description }: Question): Markup {
  const asked = check === null ? prose(question) : checkLink(check, question);
  const pinned =
    check?.verdict === "failed" ? html` <span class="chip failed">not the pinned answer</span>` : null;
  const value = answer === null ? null : html`<code class="answer">${clip(answer, 120)}</code> `;
  return html`<tr><th scope="row">${asked}</th><td>${value}${prose(clip(description, 500))}${pinned}</td><td>${prose(requirement.assumption ?? "")}</td></tr>\n`;
}
