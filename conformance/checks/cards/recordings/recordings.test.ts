import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { operations, responseSchema } from "../../../../generated/operations.ts";
import type { SchemaName } from "../../../../generated/validators.js";
import { type Exchange, receive } from "../../../wire/exchange.ts";
import { type Recording, readRecording } from "../../recordings/recording.ts";
import { examine } from "../../response-fields.ts";
import { recordings } from "./recordings.ts";

/** What a recorded response has to say differently to fit the description; none where it fits. */
function problemsOf(recording: Recording, schema: SchemaName): string[] {
  const { request, response } = readRecording(recording);
  const headers = response.headers.map(({ name: header, value }) => [header, value] as const);
  const exchange: Exchange = {
    ...{
      id: "x1",
      purpose: recording.name,
      operation: null,
      alteration: null,
      sentBefore: 0,
      startedAt: 0,
      endedAt: 0,
      durationMs: 0,
    },
    request: { method: request.method, url: request.url, headers: [], body: null },
    response: receive(response.status, headers, Buffer.from(response.content.text ?? "")),
    failure: null,
  };
  return [...examine(schema, exchange).problems.values()].map(
    ({ pointer, description }) => `${pointer} ${description}`,
  );
}

describe("the recordings", () => {
  for (const recording of recordings) {
    const { name, operation } = recording;
    const schema = responseSchema(operations[operation], readRecording(recording).response.status);
    it(`${name} fits the description`, () => {
      assert.ok(schema);
      assert.deepEqual(problemsOf(recording, schema), []);
    });
  }

  it("hold an exchange for every documented status of their operations", () => {
    const recorded = new Set(recordings.map(({ operation }) => operation));
    const wanted = [...recorded].flatMap((id) =>
      Object.keys(operations[id].responses).map((status) => `${id} ${status}`),
    );
    const held = new Set(recordings.map(({ operation, status }) => `${operation} ${status}`));
    assert.deepEqual(
      wanted.filter((one) => !held.has(one)),
      [],
    );
  });
});
