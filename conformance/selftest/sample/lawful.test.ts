import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { questions } from "../../sandbox/choices.ts";
import { json } from "../../sandbox/response.ts";
import type { RequestContext, Seams } from "../../sandbox/seams.ts";
import { variations } from "../cards/index.ts";
import type { Effects } from "../effects.ts";
import { type ProofOptions, proofRun } from "../in-memory.ts";
import { replacing } from "../variation.ts";
import { idsWith } from "../verdicts.ts";
import { composed } from "./compose.ts";
import { accusations, drawLawful } from "./lawful.ts";
import { noises } from "./noise.ts";
import { randomAt } from "./random.ts";

const context = {} as RequestContext;
const seamsOf = (options: ProofOptions | null): Partial<Seams> => options?.sandbox?.faults?.[0] ?? {};
const answers = (status: number): ProofOptions => replacing({ intercept: () => json(status, {}) });
const adds = (name: string): ProofOptions =>
  replacing({ reply: (reply) => ({ ...reply, headers: { ...reply.headers, [name]: "1" } }) });

describe("two servers in one", () => {
  it("intercept a request once, and both change the reply", () => {
    const both = seamsOf(composed(answers(501), answers(502)));
    assert.equal(both.intercept?.(context)?.status, 501);
    const changed = seamsOf(composed(adds("x-one"), adds("x-two"))).reply?.(json(200, {}), context);
    assert.deepEqual(Object.keys(changed?.headers ?? {}), ["content-type", "x-one", "x-two"]);
  });

  it("wrap each request one around the other", async () => {
    const marks = (mark: string): ProofOptions => ({
      wrap: async (request, next) => {
        const response = await next(request);
        return new Response(`${mark}${await response.text()}`);
      },
    });
    const both = composed(marks("a"), marks("b"));
    const sent = await both?.wrap?.(new Request("http://sandbox.invalid"), async () => new Response("c"), {
      now: () => 0,
      advance: () => undefined,
    });
    assert.equal(await sent?.text(), "abc");
  });

  it("are none where they contradict each other", () => {
    const [question] = questions.filter((one) => one.answers.length > 2);
    const chosen = (at: number): ProofOptions => ({
      sandbox: { choices: new Map([[question?.gap ?? "", question?.answers[at] ?? ""]]) },
    });
    assert.equal(composed(chosen(1), chosen(2)), null);
    assert.equal(composed({ sandbox: { cards: 1 } }, { sandbox: { cards: 2 } }), null);
    assert.equal(composed({ run: { waitMs: 1 } }, { run: { waitMs: 2 } }), null);
    assert.equal(
      composed(replacing({ apply: () => undefined }), replacing({ apply: () => undefined })),
      null,
    );
  });
});

describe("noise", () => {
  for (const { name, server } of noises) {
    it(`makes a difference, and nobody is accused: ${name}`, async () => {
      const effects: Effects = new Map();
      const result = await proofRun({ ...server(randomAt("1", name)), effects });
      assert.deepEqual(idsWith(result, "failed"), []);
      for (const [place, count] of effects) assert.ok(count > 0, place);
    });
  }
});

describe("a conforming server that nobody has listed", () => {
  it("is the same for the same seed and number, and another one for others", () => {
    const parts = (seed: string, number: number) => drawLawful(seed, number, variations).parts;
    assert.deepEqual(parts("1", 3), parts("1", 3));
    assert.notDeepEqual(parts("1", 3), parts("1", 4));
    assert.notDeepEqual(parts("1", 3), parts("2", 3));
  });

  it("is accused of nothing, as the first one of a fixed seed shows", async () => {
    const server = drawLawful("1", 0, variations);
    assert.deepEqual(await accusations(server), [], server.parts.join(" × "));
  });
});
