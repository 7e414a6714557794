import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checks } from "../checks/index.ts";
import { drawnSpellings } from "../checks/read-spellings.ts";
import { caseWords } from "../plan/case.ts";
import { readCase } from "./case.ts";

const known = { checks, spellings: drawnSpellings };

describe("a case", () => {
  it("is read back from its words, for every check that draws and every spelling", () => {
    const drawing = checks.filter(({ id, drawsFor = 0, defects = [] }) =>
      drawsFor > 0 ? true : defects.some(({ check }) => check === id),
    );
    assert.ok(drawing.length > 20);
    for (const { id: check } of drawing) {
      for (const { dimension, value } of drawnSpellings) {
        const one = { check, spellings: [{ dimension, value }] };
        assert.deepEqual(readCase(caseWords(one), known), one);
      }
    }
  });

  it("may be written with other spaces, and names each dimension once", () => {
    const [one, other] = [
      readCase(" signature.missing.patch;accept=absent ;  json=spaced ", known),
      readCase("signature.missing.patch; accept=absent; json=spaced", known),
    ];
    assert.deepEqual(one, other);
    assert.throws(() => readCase("signature.missing.patch; accept=absent; accept=any", known), {
      message: "--case: accept is given twice",
    });
  });

  for (const [text, message] of [
    [
      "signature.mising.patch; accept=absent",
      'no check is "signature.mising.patch"; did you mean signature.missing.patch?',
    ],
    [
      "service.json; accept=absent",
      "service.json sends nothing in other spellings; partner-card requirements lists them",
    ],
    ["signature.missing.patch; acept=absent", 'no dimension is "acept"; did you mean accept?'],
    ["signature.missing.patch; accept=absnt", 'accept has no value "absnt"; did you mean absent?'],
    ["signature.missing.patch; accept=zz", 'accept has no value "zz"; it can be absent, any, list'],
    ["signature.missing.patch; accept", '"accept" is not dimension=value, such as accept=absent'],
    [
      "signature.missing.patch",
      'signature.missing.patch is followed by "; " and dimension=value, such as accept=absent',
    ],
  ] as const) {
    it(`that reads ${text} is refused with what was meant`, () => {
      assert.throws(() => readCase(text, known), { name: "UsageError", message: `--case: ${message}` });
    });
  }
});
