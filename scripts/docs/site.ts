import { existsSync, readFileSync } from "node:fs";
import type { Matrix } from "../../conformance/selftest/matrix.ts";
import { type Figures, figuresFile, parseFigures } from "../../conformance/selftest/sample/figures.ts";
import { descriptionDigest } from "../../generated/operations.ts";
import type { Document } from "../generate/document.ts";
import { coverage, readClientMatrix } from "./coverage.ts";
import { guide } from "./guide.ts";
import { guideFiles } from "./guide-files.ts";
import { homePage } from "./home-page.ts";
import { layout, type Page } from "./layout.ts";
import { home, pages } from "./nav.ts";
import { proofPage } from "./proof-page.ts";
import { questionsPage } from "./questions-page.ts";
import { referencePage } from "./reference.ts";
import { requirementsPage } from "./requirements-page.ts";
import { sampleRequests } from "./sample-request.ts";
import { searchIndex } from "./search-index.ts";

const root = new URL("../../", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), "utf8");

/** Files that the site offers unchanged for download: the description always, others where a guide links to them. */
const downloads: Readonly<Record<string, string>> = {
  "openapi.json": "generated/openapi.json",
  "signatures.json": "conformance/vectors/signatures.json",
  "signatures.schema.json": "conformance/vectors/signatures.schema.json",
  "published-test-key.pem": "conformance/vectors/published-test-key.pem",
  "published-test-key.public.pem": "conformance/vectors/published-test-key.public.pem",
  "published-other-key.pem": "conformance/vectors/published-other-key.pem",
};

/**
 * Every file of the site. The same sources produce the same bytes.
 *
 * @param matrix - Which checks found which fault; null where that has not been proved yet.
 * @returns File name to content, all in one folder, so that every link is a bare file name.
 */
export function buildSite(matrix: Matrix | null): Map<string, string> {
  const cover = coverage(matrix);
  const description = JSON.parse(read("generated/openapi.json")) as Document;
  const requests = sampleRequests(description);
  const ours: Page[] = [
    { info: home, content: homePage(), headings: [] },
    ...guideFiles.map(guide),
    { info: pages.requirements, content: requirementsPage(cover), headings: [] },
    { info: pages.questions, content: questionsPage(cover), headings: [] },
    ...(matrix === null
      ? []
      : [{ info: pages.proof, content: proofPage(matrix, readFigures(), readClientMatrix()), headings: [] }]),
  ];
  const { version } = JSON.parse(read("package.json")) as { version: string };
  const site = { version, digest: descriptionDigest, searchIndex: searchIndex(ours, requests) };
  return new Map([
    ...ours.map((page): [string, string] => [page.info.file, layout(page, site)]),
    [pages.reference.file, referencePage(description, requests)],
    ...Object.entries(downloads)
      .filter(([name]) => name === "openapi.json" || isLinked(name))
      .map(([name, path]): [string, string] => [name, read(path)]),
  ]);
}

/** The figures of samples as last written; none where there are none. */
function readFigures(): Figures {
  return existsSync(figuresFile) ? parseFigures(readFileSync(figuresFile, "utf8")) : [];
}

function isLinked(file: string): boolean {
  return guideFiles.some(({ markdown }) => markdown.includes(`](${file})`));
}
