import assert from "node:assert/strict";
import { test } from "node:test";
import { searchOf } from "./searches.ts";

test("a text is looked for in any part of another one, where words say so", () => {
  assert.deepEqual(searchOf("Part of a name."), {});
  assert.deepEqual(searchOf("Only cards with this text somewhere in the `fullName`."), {});
  assert.equal(searchOf("Only cards of this name."), null);
  for (const said of [
    "Cards whose name starts with this text, somewhere in the list.",
    "Only cards of this label. The answer contains it.",
    "Only cards without this text anywhere in their name.",
    "Cards whose `tags` contain this tag.",
  ])
    assert.equal(searchOf(said), null, said);
});

test("words say whether capital letters count, and in which scripts", () => {
  const caseOf = (words: string) => searchOf(`Only names that contain this text. ${words}`)?.ignoresCase;
  for (const words of [
    "Capital and small letters are the same.",
    "There is no difference between large and small letters.",
    "It is found whatever the case of its letters.",
    "Case doesn't count, nor do spaces.",
    "In upper or lower case.",
    "The search is case-insensitive.",
  ])
    assert.equal(caseOf(words), "ASCII", words);
  for (const words of [
    "Upper and lower case are alike in every script (ö and Ö).",
    "Capital and small letters are the same, in every alphabet; accents are open.",
    "In upper or lower case, of letters beyond A to Z too.",
  ])
    assert.equal(caseOf(words), "every script", words);
  for (const words of ["Upper and lower case are alike, but not of letters beyond A to Z."])
    assert.notEqual(caseOf(words), "every script", words);
  for (const words of [
    "Capital and small letters are different.",
    "Case counts, in every script.",
    "Whether case does not matter is open.",
    "Accents have to be sent in any case.",
    "The search is not case-insensitive.",
    "Case is ignored unless the text has a capital.",
    "",
  ])
    assert.equal(caseOf(words), undefined, words);
});

test("all may be said in one sentence", () => {
  const said =
    "Beneficiaries whose name holds this text, with no difference between large and small letters.";
  assert.deepEqual(searchOf(said), { ignoresCase: "ASCII" });
});

test("words say that all characters stand for themselves", () => {
  const isLiteral = (words: string) =>
    searchOf(`Only names that contain this text. ${words}`)?.isLiteral === true;
  assert.ok(isLiteral("There are no wildcards, so `%` and `_` find themselves."));
  assert.ok(isLiteral("All characters stand for themselves."));
  assert.ok(!isLiteral("`%` stands for any text."));
  assert.ok(!isLiteral("There are no wildcards but `*`."));
  assert.ok(!isLiteral("A `%` stands for itself, and `*` for any text."));
});
