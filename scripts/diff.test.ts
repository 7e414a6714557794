import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { api, type Operation, operations } from "../generated/operations.ts";
import { temporaryFolder } from "../src/testing/temporary-folder.ts";
import { renderChanges } from "./diff/render.ts";
import { changesSince } from "./diff.ts";
import { bundledScript } from "./kit/started-testing.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const window = api.timestampWindowSeconds;
const repository = temporaryFolder();

/** A repository of its own, with the description of this one as its only commit. */
before(() => {
  cpSync(join(root, "openapi"), join(repository, "openapi"), { recursive: true });
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=Test", "-c", "user.email=test@example.com", ...args], {
      cwd: repository,
    });
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "--message", "Base");
});

/** Changes a file of the working tree for the time of one test. */
function edit(t: { after(fn: () => void): void }, name: string, ...replacements: [string, string][]): void {
  const path = join(repository, "openapi", name);
  const original = readFileSync(path, "utf8");
  t.after(() => writeFileSync(path, original));
  let text = original;
  for (const [from, to] of replacements) {
    assert.ok(text.includes(from), `${name} holds ${from}`);
    text = text.replace(from, to);
  }
  writeFileSync(path, text);
}

test("without a change there is none", () => {
  assert.deepEqual(changesSince(repository, "HEAD"), []);
  assert.equal(renderChanges([], "main", "text"), "The API compared with main\n\nNo change.\n");
});

/** The operations of which the lines below speak; what is told of another one is told in the same words. */
const known = ["requestToken", "listCards", "replaceCardLimits", "updateCardLimits"];
const others = Object.values<Operation>(operations)
  .filter(({ id }) => !known.includes(id))
  .map(({ method, path }) => `${method} ${path}`);

/** The changes since the only commit as lines, `impact place: what`. */
const lines = () =>
  changesSince(repository, "HEAD")
    .filter(({ place }) => !others.includes(place))
    .map(({ impact, place, what }) => `${impact} ${place}: ${what}`);

const oauth = ["GET /v1/card", "PUT /v1/card/{id}/limits", "PATCH /v1/card/{id}/limits"];
const writes = oauth.slice(1);

/** One change: its edits, and what partners read of it. */
interface Told {
  readonly edits: [from: string, to: string][];
  readonly lines: readonly string[];
  /** Made apart from most others, of which one changes the same place. */
  readonly isApart?: true;
}

const told: Readonly<Record<string, Told>> = {
  "a default of a parameter": {
    edits: [["            default: 10", "            default: 20"]],
    lines: ["breaking GET /v1/card: parameter `limit` of listCards: default 10 → 20"],
  },
  "a field with another name": {
    edits: [
      ["        nickname:\n", "        caption:\n"],
      ["last4, nickname, cardHolder", "last4, caption, cardHolder"],
      ["nickname: Office supplies", "caption: Office supplies"],
    ],
    lines: [
      'breaking GET /v1/card: field `cards[]` in the 200 response of listCards: no longer requires "nickname", now requires "caption"',
      "breaking GET /v1/card: field `cards[].nickname` in the 200 response of listCards was removed",
      "addition GET /v1/card: field `cards[].caption` in the 200 response of listCards is new",
      "other GET /v1/card: example `page` of the 200 response of listCards: it shows something else",
    ],
  },
  "a narrower value, in the response and in the parameter of the path that both writes share": {
    edits: [["pattern: ^CRD[0-9]+$", "pattern: ^CRD[0-9]{6}$"]],
    lines: [
      'breaking GET /v1/card: field `cards[].id` in the 200 response of listCards: pattern "^CRD[0-9]+$" → "^CRD[0-9]{6}$"',
      'breaking PUT /v1/card/{id}/limits: parameter `id` of replaceCardLimits: pattern "^CRD[0-9]+$" → "^CRD[0-9]{6}$"',
      'breaking PATCH /v1/card/{id}/limits: parameter `id` of updateCardLimits: pattern "^CRD[0-9]+$" → "^CRD[0-9]{6}$"',
    ],
  },
  "a shared parameter": {
    edits: [["x-lifetime-seconds: 86400", "x-lifetime-seconds: 3600"]],
    lines: [
      "breaking PUT /v1/card/{id}/limits: parameter `Idempotency-Key` of replaceCardLimits: x-lifetime-seconds 86400 → 3600",
      "breaking PATCH /v1/card/{id}/limits: parameter `Idempotency-Key` of updateCardLimits: x-lifetime-seconds 86400 → 3600",
    ],
  },
  "a shared parameter of another type": {
    edits: [['          $ref: "#/components/schemas/CardId"\n    put:', "          type: integer\n    put:"]],
    lines: writes.flatMap((place) => {
      const parameter = `${place}: parameter \`id\` of ${place.startsWith("PUT") ? "replace" : "update"}CardLimits`;
      return [
        `breaking ${parameter}: type "string" → "integer"`,
        `other ${parameter}: description is worded differently`,
        `other ${parameter}: pattern "^CRD[0-9]+$" → none`,
        `other ${parameter}: examples ["CRD1001"] → none`,
      ];
    }),
    isApart: true,
  },
  "a shared response": {
    edits: [
      ["    TokenInvalid:\n      description: The token", "    TokenInvalid:\n      description: A token"],
    ],
    lines: [
      "other GET /v1/card: the 401 response of listCards: description is worded differently",
      "other PUT /v1/card/{id}/limits: the 401 response of replaceCardLimits: description is worded differently",
      "other PATCH /v1/card/{id}/limits: the 401 response of updateCardLimits: description is worded differently",
    ],
  },
  "a token URL": {
    edits: [["tokenUrl: /v1/oauth/token", "tokenUrl: /v1/oauth/tokens"]],
    lines: oauth.map(
      (place) =>
        `breaking ${place}: security scheme \`oauth2\`: tokenUrl "/v1/oauth/token" → "/v1/oauth/tokens"`,
    ),
  },
  "a scope": {
    edits: [['"transfers:write": Create', '"transfers:create": Create']],
    lines: oauth.map(
      (place) =>
        `breaking ${place}: security scheme \`oauth2\`: scopes › transfers:write "Create and manage transfers." → none, ` +
        'scopes › transfers:create none → "Create and manage transfers."',
    ),
  },
  "the scopes of one operation": {
    edits: [
      [
        '"transfers:write"]\n      x-requirement: list.request',
        '"transfers:write", "cards:list"]\n      x-requirement: list.request',
      ],
    ],
    lines: ['breaking GET /v1/card: operation listCards: security › oauth2 now has "cards:list"'],
  },
  "a shorter window": {
    edits: [[`x-window-seconds: ${window}`, "x-window-seconds: 60"]],
    lines: writes.map(
      (place) => `breaking ${place}: security scheme \`requestTimestamp\`: x-window-seconds ${window} → 60`,
    ),
  },
  "a longer window": {
    edits: [[`x-window-seconds: ${window}`, "x-window-seconds: 600"]],
    lines: writes.map(
      (place) => `other ${place}: security scheme \`requestTimestamp\`: x-window-seconds ${window} → 600`,
    ),
    isApart: true,
  },
  "a header with another name": {
    edits: [["name: X-Service-Signature", "name: X-Signature"]],
    lines: writes.map(
      (place) =>
        `breaking ${place}: security scheme \`requestSignature\`: name "X-Service-Signature" → "X-Signature"`,
    ),
  },
  "the version prefix": {
    edits: [["x-version-prefix: /v1", "x-version-prefix: /v9"]],
    lines: ['breaking document: x-version-prefix "/v1" → "/v9"'],
  },
  "where the cursor comes from": {
    edits: [["$response.body#/nextCursor", "$response.body#/next"]],
    lines: [
      'other GET /v1/card: link `nextPage` of the 200 response of listCards: parameters › cursor "$response.body#/nextCursor" → "$response.body#/next"',
    ],
  },
  "a media type": {
    edits: [["application/merge-patch+json:", "application/json:"]],
    lines: [
      'breaking PATCH /v1/card/{id}/limits: the request body of updateCardLimits: media type "application/merge-patch+json" → "application/json"',
    ],
  },
  "a parameter that is now required": {
    edits: [
      [
        "        - name: cursor\n",
        "        - name: sort\n          in: query\n          required: true\n          schema: { type: string }\n        - name: cursor\n",
      ],
    ],
    lines: ["breaking GET /v1/card: parameter `sort` of listCards is new and required"],
  },
  "an operation": {
    edits: [
      [
        "  /v1/card/{id}/limits:\n",
        "  /v1/added:\n    get:\n      operationId: listAdded\n      responses: {}\n  /v1/card/{id}/limits:\n",
      ],
    ],
    lines: ["addition GET /v1/added: operation listAdded is new"],
  },
  "nothing but ids of requirements": {
    edits: [["x-requirement: card.last4", "x-requirement: card.id"]],
    lines: [],
  },
};

// A comparison takes half a second: changes of different places are made together, each told as if it were alone.
for (const apart of [undefined, true] as const) {
  const changes = Object.entries(told).filter(([, { isApart }]) => isApart === apart);
  test(`tells with names and values, ${apart ? "of the same places" : "all at once"}`, async (t) => {
    edit(t, "partner-card.yaml", ...changes.flatMap(([, { edits }]) => edits));
    const all = lines();
    for (const [what, { lines: expected }] of changes) {
      const untold = expected.filter((line) => !all.includes(line));
      await t.test(what, () => assert.deepEqual(untold, [], all.join("\n")));
    }
    const expected = changes.flatMap(([, one]) => one.lines);
    await t.test("and nothing else", () => assert.deepEqual([...all].sort(), expected.sort()));
  });
}

test("requirements that are new, other or gone are listed", (t) => {
  edit(
    t,
    "requirements.yaml",
    ["Cards can be listed page by page.", "Cards can be listed."],
    // Where the specification says it is nothing that a rule says.
    ["    source: row last4\n", "    source: the row of last4\n"],
    ["  - id: version.path\n", "  - id: version.address\n"],
  );
  assert.deepEqual(changesSince(repository, "HEAD"), [
    { impact: "addition", place: "version.address", what: "This requirement is new." },
    {
      impact: "other",
      place: "version.path",
      what: "This requirement is gone, though a published id stays.",
    },
    { impact: "other", place: "service.cards.pages", what: "This requirement says something else." },
  ]);
});

test("a list puts what breaks first", () => {
  const changes = [
    { impact: "other", place: "GET /a", what: "Summary was modified." },
    { impact: "breaking", place: "GET /b", what: "Property x was removed." },
  ] as const;
  assert.equal(
    renderChanges(changes, "v1", "markdown"),
    "## The API compared with `v1`\n\n### Breaking changes (1)\n\n- `GET /b`: Property x was removed.\n\n### Other changes (1)\n\n- `GET /a`: Summary was modified.\n",
  );
});

const program = await bundledScript("diff");
const run = (...args: string[]) =>
  spawnSync(process.execPath, [program, ...args], { encoding: "utf8", cwd: root });

test("the command says what to do where it cannot compare", () => {
  const unknown = run("--base", "no-such-branch");
  assert.equal(unknown.status, 2);
  assert.match(unknown.stderr, /git knows no revision no-such-branch; fetch it first/);
  const nothing = run();
  assert.equal(nothing.status, 2);
  assert.match(nothing.stderr, /--base main/);
});

test("the command compares with a revision of this repository", () => {
  const { status, stdout } = run("--base", "HEAD", "--format", "markdown");
  assert.equal(status, 0);
  assert.match(stdout, /^## The API compared with `HEAD`\n/);
});
