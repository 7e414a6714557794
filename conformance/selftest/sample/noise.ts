/** What happens to any server in operation: it is busy, slow, used by others, and its clock is a little off. */
import { operations } from "../../../generated/operations.ts";
import { valueAt } from "../../../src/core/json.ts";
import { isObject } from "../../base/shape.ts";
import { applyChange } from "../../sandbox/change.ts";
import type { RequestContext } from "../../sandbox/seams.ts";
import { itemsOf } from "../../sandbox/state.ts";
import type { ProofOptions } from "../in-memory.ts";
import { beforeEach, clockOff } from "../variation.ts";
import type { Random } from "./random.ts";

/** One kind of noise. */
export interface Noise {
  readonly name: string;
  readonly server: (random: Random) => ProofOptions;
}

/** One request in this many is answered with 503, and comes with a change by somebody else. */
const [busyOnceIn, othersOnceIn] = [100, 30];
const mostJitterMs = 200;
const clockOffMs = 30_000;

const busy = () =>
  Response.json({ message: "Try again in a second." }, { status: 503, headers: { "retry-after": "1" } });

/** Somebody else adds one to an amount of any item but the last, which a run writes to. */
function otherWriter({ state }: RequestContext, { pick }: Random): void {
  for (const { changes } of Object.values(operations)) {
    if (changes === null) continue;
    const others = itemsOf(state, changes.operation).slice(0, -1);
    if (others.length === 0) continue;
    const item = pick(others);
    const value = valueAt(item, changes.target);
    const [name, amount] =
      Object.entries(isObject(value) ? value : {}).find(([, one]) => Number.isInteger(one)) ?? [];
    if (name === undefined) continue;
    const more = { [name]: Number(amount) + 1 };
    applyChange({ item, target: changes.target, mode: "assign", changes: more });
    return;
  }
}

/** Every kind of noise. */
export const noises: readonly Noise[] = [
  {
    name: "503 with Retry-After for 1 % of all requests",
    server: ({ next: random }) => ({
      wrap: async (request, next) => (random() < 1 / busyOnceIn ? busy() : next(request)),
    }),
  },
  {
    name: "up to 200 ms a request",
    server: ({ next: random }) => ({
      wrap: (request, next, clock) => {
        clock.advance(Math.floor(random() * mostJitterMs));
        return next(request);
      },
    }),
  },
  {
    name: "somebody else who changes other items",
    server: (random) =>
      beforeEach((context) => {
        if (random.next() < 1 / othersOnceIn) otherWriter(context, random);
      }),
  },
  ...[clockOffMs, -clockOffMs].map((off) => ({
    name: `a clock ${Math.abs(off) / 1000} s ${off > 0 ? "ahead" : "behind"}`,
    server: () => clockOff(off),
  })),
];
