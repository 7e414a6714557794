/** Clients that know nothing of the API; none of them may pass anything. */
import type { Client } from "../../../clients/drive.ts";
import { linesOf, stepsOf } from "./ours.ts";

const ended = { code: 0, signal: null, isLate: false };
const get = (path: string, init: RequestInit = {}) => new Request(`http://127.0.0.1${path}`, init);

/** Sends the same requests whatever it is asked. */
const asking =
  (...requests: readonly (() => Request)[]): Client =>
  async ({ fetch, task }) => {
    for (const request of requests) await fetch(request()).catch(() => null);
    return {
      output: linesOf(stepsOf(task).steps.map((step) => [step, { result: "ok", cards: [] }])),
      end: ended,
    };
  };

/** All of them, by what they do. */
export const knowNothings: Readonly<Record<string, Client>> = {
  "ends at once": async () => ({ output: "", end: ended }),
  "says that all is well": asking(),
  hangs: async () => ({ output: "", end: { code: null, signal: "SIGKILL", isLate: true } }),
  "asks for the start page": asking(() => get("/")),
  "asks for the list without a token": asking(() => get("/v1/card")),
  "asks for the list with a token of its own": asking(() =>
    get("/v1/card", { headers: { authorization: "Bearer of-its-own" } }),
  ),
  "asks for a token without credentials": asking(() =>
    get("/v1/oauth/token", {
      method: "POST",
      body: new URLSearchParams({ grant_type: "client_credentials" }),
    }),
  ),
  "writes without anything": asking(() =>
    get("/v1/card/CRD100001/limits", { method: "PATCH", body: '{"daily":5000}' }),
  ),
  "answers from the name of the scenario": async ({ scenario, task }) => ({
    output: linesOf(
      stepsOf(task).steps.map((step) => [
        step,
        scenario.startsWith("calm") ? { result: "ok" } : { result: "error" },
      ]),
    ),
    end: { ...ended, code: scenario.startsWith("calm") ? 0 : 1 },
  }),
};
