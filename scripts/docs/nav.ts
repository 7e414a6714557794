import { existsSync, readFileSync } from "node:fs";
import { requirements } from "../../generated/requirements.ts";
import { type GuideFile, guideFiles } from "./guide-files.ts";

/** A page of the site. */
export interface PageInfo {
  /** File name, also the address relative to any other page. */
  readonly file: string;
  /** Short label for the navigation. */
  readonly label: string;
  readonly title: string;
  /** One sentence for search engines, the start page and below the title. */
  readonly about: string;
}

const { info } = JSON.parse(
  readFileSync(new URL("../../generated/openapi.json", import.meta.url), "utf8"),
) as { info: { title: string; summary?: string } };

/** The start page. */
export const home: PageInfo = {
  file: "index.html",
  label: "Start",
  title: info.title,
  about: `${info.summary === undefined ? "" : `${info.summary} `}The API reference, a client that takes care of tokens, signatures and retries, and a suite that tells you which rules a server keeps.`,
};

/** The pages that every description has; that of the proof only where a matrix is. */
export const pages = {
  reference: {
    file: "reference.html",
    label: "Reference",
    title: "API reference",
    about: "Every operation with its parameters, bodies, answers and code samples.",
  },
  requirements: {
    file: "requirements.html",
    label: "Requirements",
    title: "Requirements",
    about: "Every rule of the specification, where it comes from, and the checks that hold a server to it.",
  },
  questions: {
    file: "questions.html",
    label: "Open questions",
    title: "Open questions",
    about:
      "Where the specification is silent: what the client assumes, why that is safe, and what servers may answer.",
  },
  proof: {
    file: "proof.html",
    label: "Proof",
    title: "Proof of the suite",
    about: "The suite on trial: servers and clients that break one rule each, and those that break none.",
  },
} as const satisfies Record<string, PageInfo>;

/** Where a row of the requirements is shown to readers: a question is a rule, among the others, once it is settled. */
export function placeOf(id: string): string {
  const isOpen = requirements.some((row) => row.id === id && row.basis === "unspecified");
  return `${(isOpen ? pages.questions : pages.requirements).file}#${id}`;
}

/** What the navigation says of a guide. */
export function guideInfo({ name, label, title, about }: GuideFile): PageInfo {
  return { file: `${name}.html`, label, title, about };
}

/** Where `npm run proof` writes which check found which fault. */
export const matrixFile = new URL("../../conformance/selftest/matrix.json", import.meta.url);
/** Where it writes which rule found which broken client. */
export const clientMatrixFile = new URL(
  "../../conformance/selftest/cards/clients/matrix.json",
  import.meta.url,
);

/** Every page in the navigation, in order. */
export const navigation: readonly PageInfo[] = [
  pages.reference,
  ...guideFiles.map(guideInfo),
  pages.requirements,
  pages.questions,
  ...(existsSync(matrixFile) ? [pages.proof] : []),
];
