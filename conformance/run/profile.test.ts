import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { UsageError } from "../base/usage-error.ts";
import { parseProfile, profileText } from "./profile.ts";

const names = { strings: ["base-url", "card", "timeout"], lists: ["only"], switches: ["allow-writes"] };
const read = (text: string) => parseProfile(text, "staging.yaml", names, ["list.limit", "card.id"]);

describe("a profile", () => {
  it("holds settings, answers and known failures", () => {
    const profile = read(`
settings:
  base-url: https://staging.example.com
  allow-writes: true
  timeout: 5
  only: [card.id]
answers:
  gap.cursor.invalid: 410
  page.end-form: null
knownFailures:
  - check: list.limit
    reason: TICKET-12
    since: 2026-01-31
`);
    assert.deepEqual(profile.settings, {
      "base-url": "https://staging.example.com",
      "allow-writes": true,
      timeout: "5",
      only: ["card.id"],
    });
    assert.deepEqual(
      [...profile.answers],
      [
        ["gap.cursor.invalid", "410"],
        ["gap.page.end-form", "null"],
      ],
    );
    assert.deepEqual(profile.knownFailures, [
      { check: "list.limit", reason: "TICKET-12", since: "2026-01-31" },
    ]);
  });

  it("binds a known failure to a scenario, where there are some", () => {
    const entry = (scenario: string) =>
      `knownFailures: [{check: card.id, reason: x, since: 2026-01-31, scenario: ${scenario}}]`;
    const readFor = (text: string) => parseProfile(text, "client.yaml", names, ["card.id"], [], ["calm"]);
    assert.equal(readFor(entry("calm")).knownFailures[0]?.scenario, "calm");
    assert.throws(() => readFor(entry("clam")), {
      message: /there is no scenario "clam"; did you mean calm\?/,
    });
  });

  it("may be empty", () => {
    assert.deepEqual(read("").settings, {});
  });

  it("is the same after it was written and read again", () => {
    const profile = read(
      'answers: {cursor.invalid: "404"}\nknownFailures: [{check: card.id, reason: x, since: 2026-02-01}]',
    );
    assert.deepEqual(read(profileText(profile)), profile);
  });

  const mistakes: [text: string, description: RegExp][] = [
    ["a: [", /^staging\.yaml: no YAML: /],
    ["- a", /the profile is a mapping/],
    ["setings: {}", /there is no section "setings"; did you mean settings\?/],
    ["settings: {base-ulr: x}", /there is no setting "base-ulr"; did you mean base-url\?/],
    ["settings: {client-secret: x}", /there is no setting "client-secret"/],
    ["settings: {allow-writes: perhaps}", /settings\.allow-writes is true or false/],
    ["settings: {card: {id: 1}}", /settings\.card is a single value/],
    [
      "answers: {cursor.invald: 410}",
      /there is no open question "gap\.cursor\.invald"; did you mean gap\.cursor\.invalid\?/,
    ],
    ["answers: {gap.events: none}", /there is no open question "gap\.events"/],
    ["knownFailures: {}", /knownFailures is a list/],
    [
      "knownFailures: [{check: list.limt, reason: x, since: 2026-01-01}]",
      /there is no check "list\.limt"; did you mean list\.limit\?/,
    ],
    ["knownFailures: [{check: list.limit, since: 2026-01-01}]", /knownFailures\[0\] needs reason/],
    ["knownFailures: [{check: list.limit, reason: x, since: January}]", /since is a date such as 2026-01-31/],
    [
      "knownFailures: [{check: list.limit, reason: x, since: 2026-01-01, until: x}]",
      /there is no entry of knownFailures\[0\] "until"/,
    ],
    [
      "knownFailures: [{check: list.limit, reason: x, since: 2026-01-01, scenario: calm}]",
      /there is no entry of knownFailures\[0\] "scenario"/,
    ],
  ];
  for (const [text, description] of mistakes) {
    it(`tells in one line what is wrong with ${JSON.stringify(text)}`, () => {
      assert.throws(
        () => read(text),
        (error) =>
          error instanceof UsageError && description.test(error.message) && !error.message.includes("\n"),
      );
    });
  }
});
