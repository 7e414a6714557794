import assert from "node:assert/strict";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { parseDocument } from "yaml";
import { temporaryFolder } from "../../src/testing/temporary-folder.ts";
import { lintDescriptions, type Problem } from "../lint-description.ts";

const openapi = fileURLToPath(new URL("../../openapi/", import.meta.url));
const source = readFileSync(join(openapi, "partner-card.yaml"), "utf8");

const list = ["paths", "/v1/card", "get"];
const patch = ["paths", "/v1/card/{id}/limits", "patch"];
const card = ["components", "schemas", "Card"];
const responses = ["components", "responses"];
const json = ["content", "application/json"];
const mergePatch = ["requestBody", "content", "application/merge-patch+json"];
const inner = { type: "object", description: "An object.", properties: { inner: { type: "string" } } };

const [schemes, links] = [
  ["components", "securitySchemes"],
  [...list, "responses", "200", "links"],
];
const signature = [...schemes, "requestSignature", "x-signature"];

/** Each extension in a form that it cannot have. */
const wrongForms: readonly (readonly [path: string[], value: unknown, message: string])[] = [
  [["x-version-prefix"], "v1", "x-version-prefix must match pattern"],
  [["x-unspecified"], "gap.states", "x-unspecified must be array"],
  [[...card, "x-requirement-required"], 7, "x-requirement-required must be string"],
  [[...schemes, "requestTimestamp", "x-window-seconds"], "5 minutes", "x-window-seconds must be integer"],
  [
    ["components", "parameters", "IdempotencyKey", "x-lifetime-seconds"],
    0,
    "x-lifetime-seconds must be >= 1",
  ],
  [signature, { string: "{method}" }, "x-signature must have required property 'algorithm'"],
  [[...signature, "string"], "{method}{nonce}", "x-signature/string must match pattern"],
  [[...signature, "string"], "{method}{path}", "x-signature/string must match pattern"],
  [
    [...signature, "algorithm"],
    "RSA-MD5",
    "must be equal to one of the allowed values: RSA-SHA256, RSA-SHA384",
  ],
  [
    [...signature, "encoding"],
    "base32",
    "must be equal to one of the allowed values: base64, base64url, hex",
  ],
  [[...links, "nextPage", "x-items"], "/cards", "x-items must match pattern"],
  [[...links, "updateLimits", "x-changes"], "limits", "x-changes must match pattern"],
  [[...list, "x-paginated"], true, "x-paginated must be equal to constant"],
];

/** What a careless change removes from the description, or sets in it, with part of the message that it brings. */
const defects: readonly (readonly [rule: string, message: string, path: string[], set?: unknown])[] = [
  ["rule/operation-tagged", "no tag", [...list, "tags"], []],
  ["house/operation-examples", "body has no example", [...patch, ...mergePatch, "examples"]],
  ["house/operation-examples", "200 response has no", [...list, "responses", "200", ...json, "examples"]],
  ["house/operation-examples", "2XX response has no", [...responses, "LimitsUpdated", ...json, "examples"]],
  ["house/operation-security", "how it is protected", [...list, "security"]],
  ["house/operation-security", "no 401", [...patch, "responses", "401"]],
  ["house/operation-security", "how it refuses", [...responses, "TokenRefused", "x-unspecified"]],
  ["house/signed-headers-together", "Add requestTimestamp", [...patch, "security", "0", "requestTimestamp"]],
  ["house/property-description", "nickname", [...card, "properties", "nickname", "description"]],
  ["house/property-description", "inner", [...card, "properties", "extra"], inner],
  [
    "house/link-operation-exists",
    "leads to listCrads",
    [...list, "responses", "200", "links", "nextPage", "operationId"],
    "listCrads",
  ],
  [
    "house/link-operation-exists",
    "no operationId",
    [...list, "responses", "200", "links", "updateLimits", "operationId"],
  ],
  ["house/operation-has-requirement", "updateCardLimits is answered", [...patch, "x-requirement"]],
  [
    "house/operation-has-requirement",
    "speaks of fetchToken",
    ["paths", "/v1/oauth/token", "post", "operationId"],
    "fetchToken",
  ],
  ["house/extension-place-and-form", "Write x-requirement,", [...card, "x-requirment"], "card.id"],
  [
    "house/extension-place-and-form",
    "Write x-requirement,",
    [...card, "properties", "id", "x-requirements"],
    "card.id",
  ],
  ["house/extension-place-and-form", "Write x-unspecified,", [...patch, "x-unspecifed"], ["gap.states"]],
  ["house/extension-place-and-form", "Move it to a SecurityScheme", [...list, "x-window-seconds"], 300],
  ["house/extension-place-and-form", "Move it to a Root", ["info", "x-version-prefix"], "/v1"],
  [
    "house/duration-as-said",
    "says 5 minutes",
    ["components", "securitySchemes", "requestTimestamp", "x-window-seconds"],
    120,
  ],
  [
    "house/duration-as-said",
    "x-lifetime-seconds is 86400, and the description says 2 hours",
    ["components", "parameters", "IdempotencyKey", "description"],
    "A key that is remembered for 2 hours.",
  ],
  ...wrongForms.map(
    ([path, value, message]) => ["house/extension-place-and-form", message, path, value] as const,
  ),
];

/** What the service sends to the partner: no operation of a path, so that rules about these do not hold for it. */
const webhooks = `webhooks:
  cardChanged:
    post:
      operationId: cardChanged
      tags: [Cards]
      summary: A card has changed.
      description: Sent when a limit was changed.
      security: []
      requestBody:
        content:
          application/json:
            schema: { $ref: "#/components/schemas/ErrorBody" }
            examples: { shown: { value: { message: Changed., type: InvalidRequest } } }
      responses:
        "204": { description: It was taken. }
        4XX: { description: It was not. }
`;

const folder = temporaryFolder();
let problems: Problem[];

before(() => {
  copyFileSync(join(openapi, "requirements.yaml"), join(folder, "requirements.yaml"));
  const files = defects.map(([, , path, set], index) => {
    const description = parseDocument(source);
    if (set === undefined) assert.ok(description.deleteIn(path), `nothing to remove at ${path.join(".")}`);
    else description.setIn(path, description.createNode(set));
    const file = join(folder, `defect-${index}.yaml`);
    writeFileSync(file, String(description));
    return file;
  });
  const sound = source
    .replaceAll("requestTimestamp", "sentAt")
    .replace("availableBalance: 12750", "availableBalance: 19.99")
    .replace(/( {8}availableBalance:\n)/, "$1          multipleOf: 0.01\n")
    .replace(/string: .*\{timestamp\}.*/, String.raw`string: "{method}\n{path}\n{timestamp}"`)
    .replace(/( {4}Card:\n)/, "$1      if: { properties: { last4: { const: '0000' } } }\n");
  assert.match(sound, /multipleOf/);
  assert.match(sound, /if: \{/);
  assert.match(sound, /\\n\{timestamp\}/);
  writeFileSync(join(folder, "sound.yaml"), sound + webhooks);
  problems = lintDescriptions([...files, join(folder, "sound.yaml")]);
});

test("schemes have any name, a signed string has lines, 19.99 is a multiple of 0.01, webhooks no requirement, conditions no words", () => {
  assert.deepEqual(
    problems.filter(({ file }) => file.endsWith("sound.yaml")),
    [],
  );
});

for (const [index, [rule, part]] of defects.entries()) {
  test(`${rule} finds: ${part}`, () => {
    const own = problems.filter(({ file }) => file.endsWith(`defect-${index}.yaml`));
    const ours = own.filter((problem) => /^(?:house|rule)\//.test(problem.rule));
    assert.deepEqual([...new Set(ours.map((problem) => problem.rule))], [rule]);
    for (const { message, pointer, line } of ours) {
      assert.ok(message.includes(part), message);
      assert.match(message, /\. [A-Z]/, "a message says what is wrong, and then what to do");
      assert.ok(pointer.startsWith("#/") && line > 0, "a problem has a place");
    }
  });
}

test("every rule of ours has a defect that it finds, and is an error", () => {
  const config = parseDocument(readFileSync(new URL("../../redocly.yaml", import.meta.url), "utf8"));
  const rules = config.toJS().rules as Record<string, string | { severity: string }>;
  assert.deepEqual(new Set(Object.keys(rules)), new Set(defects.map(([rule]) => rule)));
  for (const rule of Object.values(rules))
    assert.equal(typeof rule === "string" ? rule : rule.severity, "error");
});

test("every extension of ours has a form that is tried", () => {
  const schema = JSON.parse(readFileSync(join(openapi, "extensions.schema.json"), "utf8")) as {
    $defs: Record<string, { properties?: object }>;
  };
  const names = Object.values(schema.$defs).flatMap(({ properties }) => Object.keys(properties ?? {}));
  const tried = new Set(defects.flatMap(([, , path]) => path));
  for (const name of names) assert.ok(tried.has(name), `${name} is in no defect`);
  const contributing = readFileSync(new URL("../../CONTRIBUTING.md", import.meta.url), "utf8");
  for (const name of names) assert.ok(contributing.includes(`| \`${name}\` |`), `${name} is not documented`);
});

test("Redocly's own rules are the strict ones, and nothing is sent to its makers", () => {
  const config = parseDocument(readFileSync(new URL("../../redocly.yaml", import.meta.url), "utf8"));
  const { extends: extended, telemetry } = config.toJS();
  assert.deepEqual(extended, ["recommended-strict", "diff-recommended"]);
  assert.equal(telemetry, "off");
});
