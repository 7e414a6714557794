/** The token request: what gives a token, and what must not. */
import { noToken } from "../card-list.ts";
import { type Check, held, missing, type Run } from "../check.ts";
import { readToken, type Token, type TokenRequestAlteration } from "../probe/tokens.ts";
import { judgeRefusal } from "../refusal.ts";
import { allScopes } from "../target.ts";
import type { Fact } from "../verdict.ts";
import { readPage } from "../walk.ts";
import { type Exchange, outcomeOf, succeeded } from "../wire/exchange.ts";

/** Two token requests as specified. Their responses also show whether tokens outlive each other. */
export function tokenRequests(run: Run): Promise<readonly [Exchange, Exchange]> {
  return run.once("token requests", async () => [
    await run.probe.tokens.request("token"),
    await run.probe.tokens.request("token"),
  ]);
}

const requested: Check = {
  id: "token.request",
  title: "the client credentials give a token, again and again",
  requirements: [
    "token.request",
    "token.request.no-authorization",
    "token.request.form",
    "auth.token.endpoint",
  ],
  access: "read",
  stage: "request",
  run: async (run) =>
    (await tokenRequests(run)).map((exchange): Fact => {
      if (readToken(exchange) !== null) return held("a form without Authorization gave a token", exchange.id);
      const body = exchange.response?.json;
      // Only an answer in the API's own terms can contradict it; anything else may be another server.
      const contradicts = succeeded(exchange) && typeof body === "object" && body !== null;
      return contradicts
        ? {
            kind: "broken",
            message: "The token request was answered with success, but without a usable access_token.",
            expected: ["a JSON object with access_token, a string that can stand in a header"],
            received: exchange.response?.text.slice(0, 200) ?? "",
            pointer: "/access_token",
            exchanges: [exchange.id],
          }
        : missing(run.probe.tokens.problem() ?? `the token request was answered ${outcomeOf(exchange)}`, [
            exchange.id,
          ]);
    }),
};

const form = (words: string, change: (form: URLSearchParams) => void): TokenRequestAlteration => ({
  words,
  form: change,
});

interface TokenDefect {
  readonly id: string;
  readonly title: string;
  readonly requirements: Check["requirements"];
  readonly alterations: readonly TokenRequestAlteration[];
}

const tokenDefects: readonly TokenDefect[] = [
  {
    id: "token.grant-type",
    title: "a token request without grant_type, or with an unknown one, gets no token",
    requirements: ["token.form.grant-type"],
    alterations: [
      form("without grant_type", (fields) => fields.delete("grant_type")),
      form("with an empty grant_type", (fields) => fields.set("grant_type", "")),
    ],
  },
  {
    id: "token.other-grants",
    title: "no other grant gives a token",
    requirements: ["auth.client-credentials"],
    alterations: [
      form("with the grant type password", (fields) => {
        fields.set("grant_type", "password");
        fields.set("username", "somebody");
        fields.set("password", "something");
      }),
      form("with the grant type authorization_code", (fields) => {
        fields.set("grant_type", "authorization_code");
        fields.set("code", "some-code");
      }),
      form("with the grant type refresh_token", (fields) => {
        fields.set("grant_type", "refresh_token");
        fields.set("refresh_token", "some-token");
      }),
    ],
  },
  {
    id: "token.client-id",
    title: "a token request without the client's id gets no token",
    requirements: ["token.form.client-id"],
    alterations: [
      form("without client_id", (fields) => fields.delete("client_id")),
      form("with an unknown client_id", (fields) =>
        fields.set("client_id", `${fields.get("client_id")}-unknown`),
      ),
    ],
  },
  {
    id: "token.client-secret",
    title: "a token request without the client's secret gets no token",
    requirements: ["token.form.client-secret"],
    alterations: [
      form("without client_secret", (fields) => fields.delete("client_secret")),
      form("with an empty client_secret", (fields) => fields.set("client_secret", "")),
      form("with a wrong client_secret", (fields) =>
        fields.set("client_secret", "not-the-secret-of-this-client"),
      ),
      form("with a client_secret that lacks its last character", (fields) =>
        fields.set("client_secret", (fields.get("client_secret") ?? "").slice(0, -1)),
      ),
    ],
  },
];

/** The defective token requests of one check, sent once per run. */
function refusedTokenRequests(
  run: Run,
  { id, alterations }: TokenDefect,
): Promise<readonly [Exchange, Fact][]> {
  return run.once(`refused ${id}`, async () => {
    const results: [Exchange, Fact][] = [];
    let [, before] = await tokenRequests(run);
    for (const alteration of alterations) {
      const altered = await run.probe.tokens.request(id, alteration);
      const after = await run.probe.tokens.request("control");
      const fact = judgeRefusal(
        { before, altered, after, effect: null },
        {
          expected: "a refusal (any 4xx), and no token",
          granted: (exchange) => readToken(exchange) !== null,
        },
      );
      results.push([altered, fact]);
      before = after;
    }
    return results;
  });
}

const wrongSecret = tokenDefects.find(({ id }) => id === "token.client-secret");

/** Token requests with a wrong secret, for the open question of their status. */
export async function refusedSecrets(run: Run): Promise<readonly [Exchange, Fact][]> {
  return wrongSecret === undefined ? [] : refusedTokenRequests(run, wrongSecret);
}

const survives: Check = {
  id: "token.survives",
  title: "a token lives on when another one is issued",
  requirements: ["auth.token.lives", "limits.token-lifetime"],
  access: "read",
  stage: "request",
  run: async (run) => {
    const { first, second, used, control } = await run.probe.tokens.undisturbed(async (request) => {
      const [older, newer] = [await request("token"), await request("token")];
      const tokens = [readToken(older), readToken(newer)];
      const use = async (token: Token | null | undefined, purpose: string) =>
        token ? run.probe.callWith(purpose, { operation: "listCards" }, token) : null;
      return {
        first: older,
        second: newer,
        used: await use(tokens[0], "token.survives"),
        control: await use(tokens[1], "control"),
      };
    });
    if (used === null || control === null) return [missing(noToken(run))];
    if (readPage(used).cards !== null)
      return [held("a token was accepted after a newer one was issued", used.id)];
    if (!succeeded(control) || used.response?.status !== 401) {
      return [missing(`the older token: ${outcomeOf(used)}`, [used.id])];
    }
    return [
      {
        kind: "broken",
        message: "A token was refused within its lifetime, after another one had been issued.",
        expected: ["the token is accepted until expires_in seconds have passed"],
        received: outcomeOf(used),
        exchanges: [used.id, first.id, second.id],
      },
    ];
  },
};

const fresh: Check = {
  id: "token.fresh",
  title: "a token that has just been issued is accepted",
  requirements: ["token.fresh"],
  access: "read",
  stage: "request",
  run: async (run) => {
    const facts: Fact[] = [];
    for (let time = 0; time < 3; time += 1) {
      const { token, used } = await run.probe.tokens.undisturbed(async (request) => {
        const fresh = readToken(await request("token"));
        return {
          token: fresh,
          used: fresh && (await run.probe.callWith("token.fresh", { operation: "listCards" }, fresh)),
        };
      });
      if (token === null || used === null) return [missing(noToken(run))];
      const { lifetime } = token;
      const dead = lifetime !== null && lifetime <= 0;
      if (used.response?.status !== 401 && !dead) {
        facts.push(
          succeeded(used) ? held("fresh tokens were accepted", used.id) : missing(outcomeOf(used), [used.id]),
        );
        continue;
      }
      facts.push({
        kind: "broken",
        message: dead
          ? "A token was issued with no lifetime."
          : "A token was refused right after it was issued.",
        expected: ["the token is accepted, and expires_in is above 0"],
        received: dead ? `expires_in ${lifetime}` : outcomeOf(used),
        pointer: "/expires_in",
        exchanges: [token.exchange.id, used.id],
      });
    }
    return facts;
  },
};

/** How long before and after the end of its life a token is used, in milliseconds. */
const beforeEndMs = 3000;
const afterEndMs = 2000;

/** Uses one token shortly before its end and shortly after it; null where the wait is not allowed. */
function tokenLife(run: Run): Promise<{ lives: Fact; dies: Fact }> {
  return run.once("token life", async () => {
    const both = (fact: Fact) => ({ lives: fact, dies: fact });
    const token = readToken(await run.probe.tokens.request("token"));
    if (token === null) return both(missing(noToken(run)));
    if (token.lifetime === null || token.lifetime <= 0)
      return both(missing("expires_in is no positive number"));
    const life = token.expiresAt - token.exchange.startedAt;
    const { session } = run.probe;
    if (life + afterEndMs > run.waitMs || life + afterEndMs > session.remainingMs() / 2) {
      const seconds = Math.ceil((life + afterEndMs) / 1000);
      return both({
        kind: "skipped",
        why: `needs a wait of ${seconds} s; allow it with --wait ${seconds} and a longer --budget`,
      });
    }
    const use = (purpose: string) => run.probe.callWith(purpose, { operation: "listCards" }, token);
    const before = await use("token.lives");
    await session.sleep(Math.max(0, life - beforeEndMs));
    const late = await use("token.lives");
    const control = await run.probe.call("control", { operation: "listCards" });
    await session.sleep(beforeEndMs + afterEndMs);
    const altered = { ...(await use("token.dies")), alteration: "with an expired token" };
    const after = await run.probe.call("control", { operation: "listCards" });
    const dies = judgeRefusal({ before, altered, after, effect: null }, { expected: "401", status: 401 });
    if (!succeeded(before) || control === null || !succeeded(control)) {
      return { lives: missing(`the list is not served (${outcomeOf(before)})`, [before.id]), dies };
    }
    if (late.response?.status !== 401)
      return { lives: held("accepted until shortly before its end", late.id), dies };
    const lives: Fact = {
      kind: "broken",
      message: `A token was refused ${beforeEndMs / 1000} s before expires_in seconds had passed.`,
      expected: ["the token is accepted until expires_in seconds have passed"],
      received: outcomeOf(late),
      exchanges: [late.id, before.id, control.id],
    };
    return { lives, dies };
  });
}

const lives: Check = {
  id: "token.lives",
  title: "a token is accepted until expires_in seconds have passed",
  requirements: ["auth.token.lives", "limits.token-lifetime"],
  access: "read",
  stage: "log",
  run: async (run) => [(await tokenLife(run)).lives],
};

const dies: Check = {
  id: "token.dies",
  title: "a token is refused with 401 after expires_in seconds",
  requirements: ["auth.token.dies"],
  access: "read",
  stage: "log",
  run: async (run) => [(await tokenLife(run)).dies],
};

const allFour: Check = {
  id: "token.scope.all-four",
  title: "a token that opens the card list names all four scopes",
  requirements: ["token.scope.all-four"],
  access: "read",
  stage: "request",
  run: async (run) => {
    const token = await run.probe.tokens.current();
    if (token === null) return [missing(noToken(run))];
    const used = await run.probe.callWith("token.scope.all-four", { operation: "listCards" }, token);
    if (readPage(used).cards === null)
      return [missing(`the list was not opened (${outcomeOf(used)})`, [used.id])];
    if (token.scopes === null) return [missing("the token response names no scopes", [token.exchange.id])];
    const absent = allScopes.filter((scope) => !token.scopes?.includes(scope));
    if (absent.length === 0) return [held(`granted: ${token.scopes.join(" ")}`, token.exchange.id)];
    return [
      {
        kind: "broken",
        message: `The token opens the card list, but does not name ${absent.join(" ")} as granted.`,
        expected: [`scope with ${allScopes.join(" ")}`],
        received: token.scopes.join(" "),
        pointer: "/scope",
        exchanges: [token.exchange.id, used.id],
      },
    ];
  },
};

const granted: Check = {
  id: "token.scopes.granted",
  title: "the four scopes can be requested and are granted",
  requirements: [
    "token.form.scope",
    "scope.transfers-read",
    "scope.transfers-write",
    "scope.cards-read",
    "scope.cards-write",
  ],
  access: "read",
  stage: "request",
  run: async (run) => {
    const token = await run.probe.tokens.current();
    if (token === null) return [missing(noToken(run))];
    const used = await run.probe.callWith("token.scopes.granted", { operation: "listCards" }, token);
    const opened = readPage(used).cards !== null;
    const known = token.scopes?.filter((scope) => allScopes.includes(scope)) ?? [];
    if (opened && known.length > 0)
      return [held(`asked for all four, granted ${known.join(" ")}`, token.exchange.id)];
    if (!opened) return [missing(`the list was not opened (${outcomeOf(used)})`, [used.id])];
    return [
      {
        kind: "broken",
        message: "The token opens the card list, but its scope names none of the four scopes.",
        expected: [allScopes.join(" ")],
        received: token.scopes === null ? "no scope" : token.scopes.join(" "),
        pointer: "/scope",
        exchanges: [token.exchange.id, used.id],
      },
    ];
  },
};

/** The secret is asked for once more when everything else is done. */
const stable: Check = {
  id: "secret.stable",
  title: "the secret still gives a token at the end of the run",
  requirements: ["auth.secret.stable"],
  access: "read",
  stage: "log",
  run: async (run) => {
    const [first] = await tokenRequests(run);
    if (readToken(first) === null) return [missing(noToken(run))];
    const last = await run.probe.tokens.request("secret.stable");
    if (readToken(last) !== null) return [held("the same secret gave a token first and last", last.id)];
    const status = last.response?.status ?? 0;
    if (status < 400 || status > 499 || status === 429) return [missing(outcomeOf(last), [last.id])];
    return [
      {
        kind: "broken",
        message: "The secret gave a token at the start of the run and is refused at its end.",
        expected: ["a token"],
        received: outcomeOf(last),
        exchanges: [last.id, first.id],
      },
    ];
  },
};

/** Checks of the token request. */
export const tokenChecks: readonly Check[] = [
  requested,
  granted,
  allFour,
  fresh,
  survives,
  lives,
  dies,
  ...tokenDefects.map(
    (defect): Check => ({
      id: defect.id,
      title: defect.title,
      requirements: defect.requirements,
      access: "read",
      stage: "request",
      run: async (run) => (await refusedTokenRequests(run, defect)).map(([, fact]) => fact),
    }),
  ),
  stable,
];
