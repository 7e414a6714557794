/** The guides, which are the API's own: Markdown files in scripts/docs/pages/, as many as there are. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

/** A guide before it is rendered. */
export interface GuideFile {
  /** File name without its ending. */
  readonly name: string;
  /** Short label for the navigation. */
  readonly label: string;
  readonly title: string;
  /** One sentence about it. */
  readonly about: string;
  /** Place in the navigation, from 1. */
  readonly order: number;
  /** The Markdown below the front matter. */
  readonly markdown: string;
}

const folder = fileURLToPath(new URL("pages/", import.meta.url));

/** Every guide in the order of the navigation; none where there is no folder. */
export const guideFiles: readonly GuideFile[] = (existsSync(folder) ? readdirSync(folder) : [])
  .filter((file) => file.endsWith(".md"))
  .map((file) => readGuide(file.replace(/\.md$/, ""), readFileSync(folder + file, "utf8")))
  .sort((a, b) => a.order - b.order);

/**
 * Reads a guide: front matter in YAML between two lines of `---`, and Markdown.
 *
 * @throws Error that names the file and what its front matter lacks.
 */
export function readGuide(name: string, text: string): GuideFile {
  const [, front = "", markdown = ""] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  const { label, title, about, order } = (parse(front) ?? {}) as Partial<GuideFile>;
  const place = `scripts/docs/pages/${name}.md`;
  if (label === undefined || title === undefined || about === undefined || typeof order !== "number") {
    throw new Error(`${place} must begin with label, title, about and order (a number) between lines of ---`);
  }
  return { name, label, title, about, order, markdown };
}
