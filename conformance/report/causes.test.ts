import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { proofRun } from "../selftest/in-memory.ts";
import { idsWith, isMadeForAny } from "../selftest/verdicts.ts";
import { causesOf } from "./causes.ts";
import { formats } from "./formats.ts";
import type { RunLog } from "./log.ts";
import { renderReport } from "./terminal.ts";
import { checkEvent, exchangeEvent, heldBackRun, logOf, runLog } from "./testing.ts";

const ids = (checks: readonly { readonly id: string }[]) => checks.map(({ id }) => id);

describe("what holds back checks", () => {
  test("is what they share, with what one of them adds, and the exchange that shows it", () => {
    const causes = causesOf(heldBackRun());
    assert.equal(causes.length, 1);
    const [cause] = causes;
    assert.equal(cause?.message, "PATCH /v1/card/{id}/limits was never accepted: 403 (“bad signature”)");
    assert.deepEqual(cause.additions, ["another public key may be registered"]);
    assert.deepEqual(ids(cause.checks), [
      "write.accepted.patch",
      "timestamp.stale.patch",
      "signature.path.patch",
      "scope.cards-write.patch",
    ]);
    assert.equal(cause.exchange?.id, "x2");
  });

  test("comes in the order of how much it holds back, from three checks on", () => {
    const held = (message: string, number: number) =>
      Array.from({ length: number }, (_, index) =>
        checkEvent(`${message}${index}`, "inconclusive", { message }),
      );
    const causes = causesOf(runLog([...held("two", 2), ...held("three", 3), ...held("four", 4)]));
    assert.deepEqual(
      causes.map(({ message, checks }) => [message, checks.length]),
      [
        ["four", 4],
        ["three", 3],
      ],
    );
  });

  test("is not what else has the same words, nor that a rule cannot apply", () => {
    const message = "no token";
    const checks = [
      checkEvent("a", "skipped", { message }),
      checkEvent("b", "passed", { message }),
      checkEvent("c", "inconclusive", { message, doesNotApply: true }),
      checkEvent("d", "inconclusive", { message }),
      checkEvent("e", "inconclusive", { message: "no tokens" }),
      checkEvent("f", "inconclusive", { message }),
    ];
    assert.deepEqual(causesOf(runLog(checks)), []);
  });

  test("is shown by no exchange of a check that was stopped half-way", () => {
    const cause = "the server has stopped answering";
    const stopped = (id: string, message: string, exchanges: readonly string[]) =>
      checkEvent(id, "inconclusive", { message, cause, exchanges });
    const log = runLog(
      [
        stopped("a", `needs two cards (${cause})`, ["x1"]),
        stopped("b", cause, []),
        stopped("c", cause, ["x2"]),
      ],
      { exchanges: [exchangeEvent("x1"), exchangeEvent("x2")] },
    );
    assert.equal(causesOf(log)[0]?.exchange?.id, "x2");
  });
});

const linesOf = (log: RunLog) => renderReport(log, { color: false, width: 100 }).split("\n");

describe("a run against a server", () => {
  test("that refuses every write has one cause for PUT and one for PATCH", async () => {
    const refused = new Set(["PUT", "PATCH"]);
    const { events } = await proofRun({
      wrap: async (request, next) =>
        refused.has(request.method)
          ? Response.json({ message: "bad signature", type: "InvalidRequest" }, { status: 403 })
          : next(request),
    });
    const log = logOf(events);
    const causes = causesOf(log).filter(({ checks }) => !checks.every(({ id }) => isMadeForAny(id)));
    assert.deepEqual(
      causes.map(({ message }) => message),
      ["PATCH", "PUT"].map(
        (method) => `${method} /v1/card/{id}/limits was never accepted: 403 (“bad signature”)`,
      ),
    );
    for (const { checks, exchange, additions } of causes) {
      assert.ok(checks.length > 30, `${checks.length} checks`);
      assert.equal(exchange?.response?.status, 403);
      assert.match(additions.join(), /another public key may be registered/);
    }
    assert.deepEqual(
      linesOf(log).filter((line) => line.startsWith("  ? ")),
      ["  ? gap.signature.prefix"],
    );
    assert.ok(linesOf(log).includes("Can't say: 2 operations were never accepted (exit 3)"));
    assert.match(formats.markdown(log), /never accepted: 403/);
  });

  test("that stops answering has one cause, whatever each check was about to ask", async () => {
    let requests = 0;
    const result = await proofRun({
      wrap: async (request, next) => {
        requests += 1;
        if (requests > 120) throw Object.assign(new Error("connection reset"), { code: "ECONNRESET" });
        return next(request);
      },
    });
    const [stop, ...others] = causesOf(logOf(result.events));
    assert.equal(stop?.message, "the server has stopped answering (connection reset)");
    assert.deepEqual(others, []);
    const open = idsWith(result, "inconclusive").filter((id) => !isMadeForAny(id));
    const named = stop.checks.filter(({ id }) => open.includes(id));
    assert.ok(named.length >= open.length - 4, "all but a few");
    for (const { message } of stop.checks) {
      assert.ok(message.includes(stop.message), message);
      assert.ok(!message.includes(`(${stop.message}) (${stop.message})`), message);
    }
  });
});
