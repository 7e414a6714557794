/** What generation refuses, since going on would mean something else than the description says. */
import assert from "node:assert/strict";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { generate } from "../generate.ts";
import { withTemporaryFolder } from "../temporary-folder.ts";

const openapi = fileURLToPath(new URL("../../openapi", import.meta.url));
const text = readFileSync(join(openapi, "partner-card.yaml"), "utf8");

/** Generates from the description with texts replaced, each wherever it stands. */
function generated(...changes: readonly (readonly [from: string, to: string])[]) {
  return withTemporaryFolder((folder) => {
    let changed = text;
    for (const [from, to] of changes) {
      assert.ok(changed.includes(from), from);
      changed = changed.replaceAll(from, to);
    }
    writeFileSync(join(folder, "partner-card.yaml"), changed);
    copyFileSync(join(openapi, "requirements.yaml"), join(folder, "requirements.yaml"));
    return generate(join(folder, "partner-card.yaml"), join(folder, "requirements.yaml"));
  });
}

const nextPage = `            nextPage:
              operationId: listCards
              description: The page after this one, while there is a \`nextCursor\`.
              parameters:
                cursor: $response.body#/nextCursor
`;
const cardsArray = `        cards:
          type: array
`;

/** Changes, and what the refusal names: the place in the file, what is wrong, and what to do. */
const refusals: readonly {
  readonly what: string;
  readonly changes: readonly (readonly [from: string, to: string])[];
  readonly says: RegExp;
}[] = [
  {
    what: "a cursor that gets another name while the link keeps the old one",
    changes: [["        nextCursor:\n          type", "        after:\n          type"]],
    says: /nextCursor/,
  },
  {
    what: "a page with two arrays",
    changes: [
      [
        cardsArray,
        `        warnings:\n          type: array\n          description: Warnings.\n          x-requirement: page.cards\n          items: { type: string }\n${cardsArray}`,
      ],
    ],
    says: /x-items/,
  },
  {
    what: "a paged list without a link to its next page",
    changes: [[nextPage, ""]],
    says: /link|x-paginated/,
  },
  {
    what: "a timestamp without a signature",
    changes: [["          requestSignature: []\n", ""]],
    says: /requestSignature/,
  },
  {
    what: "a header that looks like an idempotency key, and has no lifetime",
    changes: [["      x-lifetime-seconds: 86400\n", ""]],
    says: /x-lifetime-seconds/,
  },
  {
    what: "an idempotency key that no UUID fits",
    changes: [
      [
        "        type: string\n      example: 0f8fad5b-d9cb-469f-a165-70867728950e\n",
        '        type: string\n        maxLength: 20\n        pattern: "^[a-z0-9]+$"\n      example: key1\n',
      ],
    ],
    says: /Idempotency-Key takes no key such as .*; let its schema allow/,
  },
  {
    what: "a property of a response that no rule and no question speaks of",
    changes: [["          x-requirement: card.nickname\n", ""]],
    says: /nickname.*x-requirement.*x-unspecified/s,
  },
  {
    what: "a token path that differs from the tokenUrl",
    changes: [["tokenUrl: /v1/oauth/token", "tokenUrl: /v1/oauth/tokens"]],
    says: /tokenUrl/,
  },
  {
    what: "a signed string with a part that nobody knows",
    changes: [["{method}{path}{timestamp}", "{method}{path}{nonce}"]],
    says: /nonce/,
  },
];

for (const { what, changes, says } of refusals) {
  test(`refuses ${what}, with place and remedy`, async () => {
    await assert.rejects(generated(...changes), (error: Error) => {
      assert.match(error.message, /partner-card\.yaml:[0-9]+:[0-9]+/);
      assert.match(error.message, says);
      return true;
    });
  });
}

const nickname = "          description: Label for the card.\n";
for (const [what, more] of [
  ["a format", "          format: email\n"],
  ["lengths", "          minLength: 1\n          maxLength: 40\n"],
  ["an extension that nobody here knows", "          x-internal-owner: cards-team\n"],
] as const) {
  test(`accepts ${what}`, async () => {
    const files = await generated([nickname, nickname + more], ["Office supplies", "office@example.com"]);
    assert.doesNotMatch(files.get("validators.js") ?? "", /\brequire\(|^import /m);
  });
}

test("accepts a schema with a discriminator", async () => {
  const approval = "          description: Appears as null; its type otherwise is not shown.\n";
  const choice = `          type: object
          discriminator: { propertyName: kind }
          required: [kind]
          oneOf:
            - { type: object, required: [kind], properties: { kind: { const: none } } }
            - { type: object, required: [kind], properties: { kind: { const: some } } }
`;
  await generated(
    [approval, approval + choice],
    ["          examples: [null]\n", ""],
    ["approvalBased: null", "approvalBased: { kind: none }"],
  );
});
