import type { Page } from "./layout.ts";
import { textOf } from "./markdown.ts";
import { pages } from "./nav.ts";
import type { SampleRequest } from "./sample-request.ts";

/** One search result of the site. */
interface Entry {
  readonly title: string;
  /** Label of the page it is on. */
  readonly page: string;
  readonly href: string;
  readonly text: string;
}

/**
 * The data searched on every page: each section of a guide, each row of a list, each operation.
 *
 * @returns JSON, small enough to include in every page.
 */
export function searchIndex(ours: readonly Page[], requests: readonly SampleRequest[]): string {
  const entries = [
    ...requests.map(({ operation: { id }, tag, summary }) => ({
      title: summary,
      page: pages.reference.label,
      href: `${pages.reference.file}#/${anchorOf(tag)}/${anchorOf(id)}`,
      text: id,
    })),
    ...ours.flatMap(entriesOf),
  ];
  // A question is on two pages; only the one that says what the client assumes is indexed.
  return JSON.stringify(entries.filter(({ href }) => !href.startsWith(`${pages.requirements.file}#gap.`)));
}

/** A tag or an operationId as Redoc writes it in an address. */
function anchorOf(name: string): string {
  return name
    .normalize("NFD")
    .replaceAll("&", "and")
    .replace(/[^\w\s$*+~.()'"!:@-]+/g, "")
    .trim()
    .replace(/[\s-]+/g, "-")
    .toLowerCase();
}

function entriesOf({ info, content }: Page): Entry[] {
  const at = (title: string, anchor: string, text: string): Entry => ({
    title,
    page: info.label,
    href: `${info.file}${anchor}`,
    text: text.slice(0, 300),
  });
  // Hundreds of faults would be listed before the rules that they break.
  if (info.file === pages.proof.file) return [at(info.title, "", info.about)];
  const sections = content.html.split(/(?=<h2 id=|<article class="row" id=)/);
  return sections.map((section, index) => {
    const id = /^<(?:h2|article class="row") id="([^"]+)"/.exec(section)?.[1];
    if (index === 0 || id === undefined) return at(info.title, "", info.about);
    const heading = /<h[23][^>]*>([\s\S]*?)<\/h[23]>/.exec(section)?.[0] ?? "";
    const title = section.startsWith("<h2") ? textOf(heading) : id.replace(/^vector-/, "");
    return at(title, `#${id}`, textOf(section.replace(heading, "")));
  });
}
