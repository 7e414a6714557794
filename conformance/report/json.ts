import type { CheckEvent, ExchangeEvent } from "../base/events.ts";
import { summarize } from "../base/summary.ts";
import { causesOf } from "./causes.ts";
import { mostOfBody } from "./evidence.ts";
import type { RunLog } from "./log.ts";
import { exchangesOf } from "./model.ts";
import { outcomeOf } from "./outcome.ts";

/** The report for programs; `report.schema.json` describes it. */
export function toJson(log: RunLog): string {
  const { run, checks, end } = log;
  const { exitCode, meaning, incomplete } = outcomeOf(log);
  const report = {
    ...(run.party === undefined ? {} : { party: run.party }),
    target: run.target,
    suite: run.suite,
    description: run.description,
    startedAt: run.startedAt,
    durationMs: end?.durationMs ?? null,
    clock: end?.clock ?? null,
    options: run.options,
    complete: end !== null && incomplete.length === 0,
    exitCode,
    meaning,
    incomplete,
    summary: summarize(checks, run.expected),
    requests: end?.requests ?? log.exchanges.length,
    writes: end?.writes ?? null,
    causes: causesOf(log).map(({ message, checks: held, exchange }) => ({
      message,
      checks: held.map(({ id }) => id),
      exchange: exchange === null ? null : shown(exchange),
    })),
    results: checks.map((check) => result(log, check)),
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

function shown({ event: _event, response, ...exchange }: ExchangeEvent): object {
  const { text = "" } = response?.body ?? {};
  const isLong = text.length > mostOfBody;
  const body = { ...response?.body, text: text.slice(0, mostOfBody), truncated: true };
  return { ...exchange, response: isLong ? { ...response, body } : response };
}

function result(log: RunLog, check: CheckEvent): object {
  const { event: _event, ...rest } = check;
  return { ...rest, exchanges: exchangesOf(log, check).map(shown) };
}
