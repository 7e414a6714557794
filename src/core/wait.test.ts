import { test } from "node:test";
import { nextTurn } from "./wait.ts";

test("a turn comes although a program has replaced the timers", async (t) => {
  t.mock.timers.enable({ apis: ["setImmediate"] });
  await nextTurn();
});
