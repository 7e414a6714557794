import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { api, type Operation, operations } from "../../generated/operations.ts";
import { type Constants, type Finding, findLiterals } from "./literals.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const all: readonly Operation[] = Object.values(operations);

/** Every media type that stands somewhere in a part of the description. */
function mediaTypesOf(part: unknown): string[] {
  if (typeof part !== "object" || part === null) return [];
  const { content } = part as { content?: object };
  return [...Object.keys(content ?? {}), ...Object.values(part).flatMap(mediaTypesOf)];
}

const description = JSON.parse(readFileSync(join(root, "generated/openapi.json"), "utf8")) as {
  components: { responses: unknown; schemas: unknown };
};
/** That a response is JSON is in every reader of one, so what responses have tells nothing of a request. */
const inResponses = mediaTypesOf(description.components.responses);

/** The names of all properties in a part of the description. */
function propertiesOf(part: unknown): string[] {
  if (typeof part !== "object" || part === null) return [];
  const { properties } = part as { properties?: object };
  return [...Object.keys(properties ?? {}), ...Object.values(part).flatMap(propertiesOf)];
}

/** Names of OAuth (RFC 6749, sections 4.4 and 5), and of what every API of this style has. */
const ordinary = [
  ...["id", "message", "type", "limits", "cards"],
  ...["grant_type", "client_id", "client_secret", "scope", "access_token", "token_type", "expires_in"],
];

const constants: Constants = {
  words: [
    ...Object.values(api.headers),
    ...api.scopes,
    ...all.flatMap(({ mediaType }) => mediaType ?? []).filter((type) => !inResponses.includes(type)),
  ],
  versionPrefix: api.versionPrefix,
  paths: [...new Set(all.map(({ path }) => path))],
  numbers: [
    ...[api.timestampWindowSeconds, api.idempotencyKeyLifetimeSeconds],
    ...all.flatMap(({ paginated }) => paginated?.pageSize?.default ?? []),
  ],
  names: [
    ...all.map(({ id }) => id),
    ...new Set(propertiesOf(description.components.schemas).filter((name) => !ordinary.includes(name))),
  ],
};

/** What breaks the API on purpose, holds examples of it, or is the card API's own, names what it means. */
const leftOut =
  /\/cards(\/|\.ts$)|\.test\.ts$|testing|^conformance\/(sandbox\/faults(\/|\.ts)|selftest\/|vectors\/|checks\/cards\/recordings\/.*\.har$)/;
const files = ["src", "conformance"]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) =>
      join(folder, name).replaceAll("\\", "/"),
    ),
  )
  .filter((file) => file.endsWith(".ts") && !leftOut.test(file));

/** A text with a word in it that is made of letters alone, and something beside it: people read it. */
const sentence = /(^|\s)[a-z]+\s+\S|\S\s+[a-z]+(\s|$)/i;

/** Where a constant may stand, in which texts, and why. */
const allowed: readonly { readonly where: string; readonly texts: RegExp; readonly reason: string }[] = [
  {
    where: "conformance/cli/sign.ts",
    texts: /^idempotency-key$/,
    reason: "the name of a flag, which stays where the header gets another one",
  },
  {
    where: "src/client/pages.ts",
    texts: /^nextCursor$/,
    reason: "the client's own name for the cursor of a page, whatever a server calls it",
  },
  {
    where: "src/request/build.ts",
    texts: /^application\/x-www-form-urlencoded$/,
    reason: "it says how a body becomes text, whichever operation takes it",
  },
  {
    where: "src/request/merge-patch.ts",
    texts: /^application\/merge-patch\+json$/,
    reason: "it says how a body becomes text, whichever operation takes it",
  },
  { where: "conformance/checks/", texts: sentence, reason: "titles and messages say in words what was sent" },
];

const findings = files.flatMap((file) =>
  findLiterals(readFileSync(join(root, file), "utf8"), constants).map((finding) => ({ file, ...finding })),
);
const isAllowed = (at: (typeof allowed)[number], { file, text }: Finding & { file: string }) =>
  file.startsWith(at.where) && at.texts.test(text);

for (const folder of new Set(files.map((file) => file.split("/").slice(0, 2).join("/")))) {
  test(`${folder} takes what the description fixes from generated/`, () => {
    const wrong = findings
      .filter(({ file }) => file === folder || file.startsWith(`${folder}/`))
      .filter((finding) => !allowed.some((at) => isAllowed(at, finding)))
      .map(({ file, line, constant, text }) => `${file}:${line}: ${constant} in "${text.trim()}"`);
    assert.deepEqual(wrong, []);
  });
}

test("each place where a constant may stand has one", () => {
  const needless = allowed.filter((at) => !findings.some((finding) => isAllowed(at, finding)));
  assert.deepEqual(needless, []);
});

const example: Constants = {
  words: ["X-Sign", "a:read", "text/odd"],
  versionPrefix: "/v9",
  paths: ["/v9/dog/{id}/name", "/v9/dog"],
  numbers: [42],
  names: ["listDogs", "barksAt"],
};

/** Sources, with @ for the dollar of a template, and what is found in them. */
for (const [source, found] of [
  ['const a = "X-Sign";', ["X-Sign"]],
  ['const a = headers["x-sign"];', ["X-Sign"]],
  ["const a = `\n  without\n  x-sign`;", ["X-Sign"]],
  ['type A = "a:read" | "text/odd";', ["a:read", "text/odd"]],
  ["const a = `@{url}/v9@{path}`;", ["/v9"]],
  ["const a = path.replace(/^\\/v9/, url);", ["/v9"]],
  ["const a = `/v9/dog/@{id}/name`;", ["/v9", "/v9/dog/{id}/name"]],
  ['const a = prefix + "/dog?limit=1";', ["/v9/dog"]],
  ["const windowMs = 42 * 1000;", ["42"]],
  ["const { pageSize = 42 } = options;", ["42"]],
  ["const a = operations.listDogs;", ["listDogs"]],
  ['const a = { operation: "listDogs" };', ["listDogs"]],
  ['const a = "/dogs/0/barksAt";', ["barksAt"]],
  ["const { barksAt } = dog;", ["barksAt"]],
  ['// "X-Sign" and /v9\nconst a = "x-sign.missing" + "/v99" + "/doghouse" + "/dogs/x/name";', []],
  ['// listDogs\nconst a = listDogsOf + "list-dogs" + "barks at" + "barksat";', []],
  ['/** `/v9/dog` */ const a = ["Max-Sign", "a:reader", "x-sign-2"], wait = 42;', []],
] as const) {
  test(`${found.length === 0 ? "nothing" : found.join(" and ")} is found in ${JSON.stringify(source)}`, () => {
    const findings = findLiterals(source.replaceAll("@{", "${"), example);
    assert.deepEqual(
      findings.map(({ constant }) => constant),
      found,
    );
  });
}

test("a finding has its line", () => {
  const [finding] = findLiterals("const a = `\n  without\n  x-sign`;", example);
  assert.deepEqual(finding, { line: 3, constant: "X-Sign", text: "  x-sign" });
});
