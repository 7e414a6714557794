import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Patience } from "./patience.ts";

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

/** Looks for an effect that comes after so many milliseconds; for how long that took. */
function look(patience: Patience, comesAfterMs: number): number {
  let waited = 0;
  for (const pause of patience.looks()) {
    if (waited >= comesAfterMs) break;
    waited += pause;
  }
  if (waited >= comesAfterMs) patience.saw(waited, waited);
  else patience.sawNothing(waited);
  return waited;
}
const never = Number.POSITIVE_INFINITY;

describe("the patience of a run", () => {
  it("waits for seconds, at first", () => {
    assert.ok(sum(new Patience().looks()) >= 5000);
  });
  it("takes no time where effects are seen at once", () => {
    const patience = new Patience();
    for (let time = 0; time < 100; time += 1) assert.equal(look(patience, 0), 0);
    assert.ok(sum(patience.looks()) >= 5000);
  });
  it("is short after a wait in vain, since the server shows writes at once or not at all", () => {
    const patience = new Patience();
    const waited = look(patience, never);
    assert.equal(patience.isCertain(waited), true);
    assert.equal(sum(patience.looks()), 200);
    assert.equal(patience.isCertain(200), true);
  });
  it("stays long where a look takes as long as a write needs, however little was waited", () => {
    const patience = new Patience();
    patience.saw(0, 900);
    assert.equal(patience.settling(), 0, "the first look shows nothing of the kind");
    patience.saw(100, 900);
    look(patience, never);
    assert.equal(patience.isCertain(200), false);
    assert.equal(patience.settling(), 1800);
  });
  it("stays long where writes have been seen late, and then doubts what it does not see", () => {
    const patience = new Patience();
    look(patience, 800);
    assert.ok(patience.looks().length > 1);
    assert.equal(patience.isCertain(1000), false);
  });
  it("takes one write of several that was much slower than the others for something else", () => {
    const patience = new Patience();
    for (let time = 0; time < 3; time += 1) look(patience, 100);
    look(patience, 7000);
    assert.equal(patience.settling(), 14_000, "of few, it may be as usual as the others");
    const several = new Patience();
    for (let time = 0; time < 4; time += 1) look(several, 100);
    look(several, 7000);
    assert.equal(several.settling(), 1000);
    look(several, 4000);
    assert.equal(several.settling(), 8000);
    const many = new Patience();
    for (let time = 0; time < 19; time += 1) look(many, 200);
    assert.equal(many.settling(), 1000);
    look(many, 200);
    assert.equal(many.settling(), 600, "of many, the slowest has been seen");
  });
  it("doubts what it has no time left to wait for, where effects come a moment later", () => {
    const patience = new Patience();
    look(patience, 100);
    look(patience, never);
    assert.equal(patience.isCertain(sum(patience.looks())), true);
    for (let time = 0; time < 300; time += 1) look(patience, never);
    assert.equal(patience.isCertain(sum(patience.looks())), false);
  });
  it("has some seconds more once it is renewed, at first", () => {
    const [late, lost] = [new Patience(), new Patience()];
    for (let time = 0; time < 300; time += 1) {
      look(late, 200);
      look(lost, never);
    }
    assert.deepEqual([late.looks(), late.settling()], [[], null]);
    const before = lost.looks();
    for (const one of [late, lost]) one.renew();
    assert.deepEqual([sum(late.looks()) > 5000, late.settling()], [true, 600]);
    assert.deepEqual(lost.looks(), before);
  });
  it("is renewed fourteen times after a wait in vain, and no more", () => {
    const patience = new Patience();
    look(patience, 400);
    const waited = Array.from({ length: 20 }, () => {
      let all = 0;
      for (let time = 0; time < 300; time += 1) all += look(patience, never);
      patience.renew();
      return all;
    });
    assert.ok(sum(waited) < 255_000 && sum(waited) > 230_000, waited.join(" "));
    assert.equal(patience.settling(), null);
  });
  it("never waits for more than 45 s in all, whatever the server does", () => {
    for (const effects of [[never], [0, never], [900, never], [900], [3000], [200, never, 900]]) {
      const patience = new Patience();
      let waited = 0;
      for (let time = 0; time < 300; time += 1) waited += look(patience, effects[time % effects.length] ?? 0);
      assert.ok(waited < 45_000, `${waited} ms for ${effects}`);
    }
  });
});
