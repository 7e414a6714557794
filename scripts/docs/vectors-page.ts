import { html, type Markup, prose } from "../../conformance/base/markup.ts";
import { type InvalidVector, loadVectors, type Vector } from "../../conformance/vectors/vectors.ts";
import { api } from "../../generated/operations.ts";
import { codeFigure, scrollable, selfLink } from "./markdown.ts";
import { pages, placeOf } from "./nav.ts";

/** The mistakes among the vectors, as a table: what was done, why it is wrong, and how to recognise it. */
export function mistakesTable(): Markup {
  const mistakes = loadVectors().vectors.filter(
    (vector): vector is InvalidVector => vector.validity === "invalid",
  );
  const rows = mistakes.map(
    ({ id, title, reason, shows }) =>
      html`<tr><td><a href="#vector-${id}">${title}</a></td><td>${prose(reason)}</td><td>${prose(shows)}</td></tr>`,
  );
  return scrollable(html`<table><thead><tr>
<th scope="col">Mistake</th><th scope="col">What is right</th><th scope="col">How it shows</th>
</tr></thead><tbody>${rows}</tbody></table>`);
}

/** Every vector: what is signed, and whether a server must accept it. */
export function vectorsList(): Markup {
  return html`${loadVectors().vectors.map(vectorRow)}`;
}

/** One vector in full, as a worked example. */
export function vectorExample(id: string): Markup {
  const vector = loadVectors().vectors.find((candidate) => candidate.id === id);
  if (vector === undefined) throw new Error(`there is no vector ${id}`);
  const { request, canonicalString } = vector;
  return html`${codeFigure(`${request.method} ${request.url}\n\n${api.headers.timestamp}: ${request.timestamp}`, "http")}
<p>The canonical string is</p>
${codeFigure(canonicalString, "text")}
<p>and its signature with the <a href="published-test-key.pem">published test key</a> is</p>
${codeFigure(request.signature, "text")}`;
}

function vectorRow(vector: Vector): Markup {
  const { id, title, validity, reason, canonicalString, made, request, serverTime } = vector;
  const differs = made.string !== canonicalString;
  return html`<article class="row" id="vector-${id}">
<h3>${selfLink(`vector-${id}`, id)} <span class="tag ${validity}">${validity}</span></h3>
<p><b>${title}.</b> ${prose(reason)}</p>
<dl>
<dt>${differs ? "Has to sign" : "Signs"}</dt><dd><code>${canonicalString}</code></dd>
${differs ? html`<dt>But signs</dt><dd><code>${JSON.stringify(made.string).slice(1, -1)}</code></dd>` : null}
<dt>Timestamp</dt><dd><code>${request.timestamp}</code>, while the server's clock shows <code>${serverTime}</code></dd>
<dt>Decided by</dt><dd>${decision(vector)}</dd>
</dl>
</article>`;
}

function decision(vector: Vector): Markup {
  if (vector.validity !== "open") {
    return html`<a href="${pages.requirements.file}#${vector.requirement}">${vector.requirement}</a>`;
  }
  if (vector.gap === null) return html`nothing; it is not asked`;
  return html`accepted where <a href="${placeOf(vector.gap.id)}">${vector.gap.id}</a> is ${vector.gap.accepted.join(" or ")}`;
}
