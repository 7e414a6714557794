/** Redocly, which shares no code with the suite, reads the recordings and the description the same way. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import type { HarEntry } from "../../conformance/base/har.ts";
import { recordings } from "../../conformance/checks/cards/index.ts";
import { readRecording } from "../../conformance/checks/recordings/recording.ts";
import { type Drift, driftOf } from "./drift.ts";

const description = fileURLToPath(new URL("../../openapi/partner-card.yaml", import.meta.url));
const names = recordings.map(({ name }) => name);
const entries = recordings.map(readRecording);

/** What is found, as lines that name the recording. */
const told = ({ findings }: Drift) =>
  findings
    .map(
      ({ exchange, occurrences, rule, message }) => `${names[exchange]} ${occurrences}x ${rule}: ${message}`,
    )
    .sort();

/** The recordings with one of them changed. */
function changed(name: string, change: (text: string) => string): HarEntry[] {
  return entries.map((entry, index) => {
    if (names[index] !== name) return entry;
    const text = JSON.stringify(entry);
    assert.notEqual(change(text), text, "the change changes something");
    return JSON.parse(change(text));
  });
}

const defects = [
  /^list-cards\.4xx 1x security-baseline: .*Missing Authorization header/,
  /^replace-card-limits\.4xx 1x security-baseline: .*requestSignature/,
  /^update-card-limits\.4xx 1x security-baseline: .*requestSignature/,
];

test("it finds the defect of each recording that has one, and nothing else", () => {
  const drift = driftOf(entries, description);
  assert.equal(drift.documented, recordings.length);
  const lines = told(drift);
  assert.equal(lines.length, defects.length, lines.join("\n"));
  for (const [index, defect] of defects.entries()) assert.match(lines[index] ?? "", defect);
  const isRecorded = (part: string) => recordings.some(({ operation }) => part.startsWith(`${operation} `));
  const lacking = drift.unused.filter((part) => /operation|parameter/.test(part) && isRecorded(part));
  assert.deepEqual(lacking, [], "every parameter of a recorded operation is recorded");
});

for (const [what, name, change, finding] of [
  [
    "a field with another name",
    "list-cards.200",
    (text: string) => text.replaceAll('\\"nickname\\"', '\\"caption\\"'),
    /^list-cards\.200 .*nickname/,
  ],
  [
    "a field of another type",
    "request-token.200",
    (text: string) => text.replace(/(\\"expires_in\\":)([0-9]+)/, '$1\\"$2\\"'),
    /^request-token\.200 .*expires_in/,
  ],
  [
    "a header that is gone",
    "update-card-limits.2xx",
    (text: string) => text.replace('"Idempotency-Key"', '"X-Other-Key"'),
    /^update-card-limits\.2xx .*idempotency-key/i,
  ],
  [
    "a path that the description does not have",
    "list-cards.200",
    (text: string) => text.replace("/v1/card?", "/v1/cards?"),
    /^list-cards\.200 /,
  ],
] as const) {
  test(`it finds ${what}`, () => {
    const lines = told(driftOf(changed(name, change), description));
    const more = lines.filter((line) => !defects.some((defect) => defect.test(line)));
    assert.ok(more.length > 0 && more.some((line) => finding.test(line)), lines.join("\n"));
  });
}
