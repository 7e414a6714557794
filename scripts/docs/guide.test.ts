import assert from "node:assert/strict";
import { test } from "node:test";
import { inWords } from "../../conformance/base/seconds.ts";
import { api, operations } from "../../generated/operations.ts";
import { codeBlocks } from "./blocks.ts";
import { constants, withConstants } from "./guide.ts";
import { guideFiles, readGuide } from "./guide-files.ts";

/** What a guide has as `{{name}}` instead, because it is different where the description says so. */
const literals: readonly string[] = [
  ...Object.values(api.headers),
  ...api.scopes,
  api.versionPrefix,
  api.signature.string,
  api.signature.hash,
  constants.signatureHash ?? "",
  constants.signatureEncoding ?? "",
  constants.timestampWindow ?? "",
  constants.idempotencyKeyLifetime ?? "",
  ...Object.values(operations).flatMap(({ mediaType }) =>
    mediaType === null || mediaType === "application/json" ? [] : [mediaType],
  ),
];

/** Texts that look like a constant of the description, and are not. */
const others: readonly { readonly guide: string; readonly text: string; readonly reason: string }[] = [
  { guide: "client", text: "at most 5 minutes", reason: "how long the client keeps a Retry-After" },
];

/** The literals in a guide, but for blocks that a test runs or compares: those go wrong by themselves. */
function literalsIn(name: string, markdown: string): string[] {
  const run = codeBlocks(markdown).filter(
    ({ language, words }) =>
      (["ts", "sh"].includes(language) || words.length > 0) && !words.includes("no-run"),
  );
  const prose = [
    ...run.map(({ code }) => code.trim()),
    ...others.filter(({ guide }) => guide === name).map(({ text }) => text),
  ].reduce((text, one) => text.replace(one, ""), markdown);
  return literals.filter((literal) =>
    new RegExp(`(?<!\\w)${literal.replace(/[^\w\s]/g, "\\$&").replace(/\s+/g, "\\s+")}(?!\\w)`, "i").test(
      prose,
    ),
  );
}

for (const { name, markdown } of guideFiles) {
  test(`${name}: what the description fixes stands there by name`, () => {
    assert.deepEqual(literalsIn(name, markdown), []);
  });
}

test("each text that only looks like a constant is there, and looks like one", () => {
  for (const { guide, text } of others) {
    const markdown = guideFiles.find(({ name }) => name === guide)?.markdown.replace(/\s+/g, " ") ?? "";
    assert.ok(markdown.includes(text), text);
    assert.match(text, /\d/, text);
  }
});

test("a constant is found in prose, tables and code that nothing runs, and not in code that is run", () => {
  const prefix = api.versionPrefix;
  const fence = "```";
  for (const text of [
    `Older than ${constants.timestampWindow?.replace(" ", "\n")}.`,
    `| \`${api.headers.signature.toLowerCase()}\` |`,
    `${fence}http\nGET ${prefix}/x\n${fence}`,
    `${fence}sh no-run\ncurl ${prefix}\n${fence}`,
  ]) {
    assert.equal(literalsIn("", text).length, 1, text);
  }
  for (const text of [`${fence}sh\ncurl ${prefix}\n${fence}`, `${prefix}0`, "{{versionPrefix}}"]) {
    assert.deepEqual(literalsIn("", text), [], text);
  }
});

test("names are replaced in prose and in code, and everything else in braces is left", () => {
  const markdown =
    "`{{versionPrefix}}`, {{timestampWindow}}\n\n{{vectors}} \u0024{{ secrets.KEY }} {{vector patch}}";
  assert.equal(
    withConstants({ name: "a", markdown }),
    `\`${api.versionPrefix}\`, ${inWords(api.timestampWindowSeconds)}\n\n{{vectors}} \${{ secrets.KEY }} {{vector patch}}`,
  );
  assert.throws(
    () => withConstants({ name: "a", markdown: "{{timestampWidow}}" }),
    /^Error: scripts\/docs\/pages\/a\.md: there is no \{\{timestampWidow\}\}, only versionPrefix, /,
  );
});

test("a guide without its front matter is refused with what it needs", () => {
  const front = "label: A\ntitle: B\nabout: C\norder: 4";
  assert.deepEqual(readGuide("a", `---\n${front}\n---\n# Text\n---\n`), {
    name: "a",
    label: "A",
    title: "B",
    about: "C",
    order: 4,
    markdown: "# Text\n---\n",
  });
  for (const text of ["# Text", `---\n${front.replace("order: 4", "")}\n---\n`, "---\n\n---\n"]) {
    assert.throws(() => readGuide("a", text), /scripts\/docs\/pages\/a\.md must begin with label, title/);
  }
});
