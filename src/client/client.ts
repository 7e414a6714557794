import { operations } from "../../generated/operations.ts";
import { checkNames, refused } from "../core/checks.ts";
import { type Deps, systemDeps } from "../core/deps.ts";
import { reporter } from "../core/report.ts";
import { readAnswer } from "../http/response.ts";
import { fetchSend, limited } from "../http/fetch-send.ts";
import type { Read } from "../pipeline/call.ts";
import { keyLedger } from "../pipeline/idempotency.ts";
import { perform } from "../pipeline/index.ts";
import type { Parts } from "../pipeline/context.ts";
import { retryBudget } from "../pipeline/retry-budget.ts";
import { grantRequest } from "../pipeline/token-grant.ts";
import { rememberRefusals } from "../pipeline/token-refusals.ts";
import { requestBuilder } from "../request/build.ts";
import type { RequestInput } from "../request/input.ts";
import { sharedTokens } from "../token/shared.ts";
import { tokenSource } from "../token/source.ts";
import { storeKey } from "../token/store.ts";
import { type Cards, cardsOf } from "./cards.ts";
import { type Config, readOptions, settingsOf } from "./config.ts";
import { checkNumbers } from "./numbers.ts";
import { operationAt, paginator, type RequestOperation, refusedCall } from "./operation-calls.ts";
import { type CallOptions, type ClientOptions, callNames } from "./options.ts";
import { type Walk, type WalkOptions, walkNames } from "./pages.ts";
import { CallResult } from "./result.ts";
import type {
  CallArguments,
  DataOf,
  ItemAt,
  Method,
  OperationAt,
  PageAt,
  PaginatedPath,
  PathOf,
} from "./typed-paths.ts";
import { checkShape } from "./validate.ts";

/** Calls an operation by its path, typed by the description. */
export type CallByPath<M extends Method> = <P extends PathOf<M>>(
  path: P,
  ...init: CallArguments<OperationAt<M, P>>
) => Promise<CallResult<DataOf<OperationAt<M, P>>>>;

/** A client of the Partner Card API. Made once and used for all calls. */
export interface Client {
  /** Cards and their spending limits. */
  readonly cards: Cards;
  /**
   * Any GET operation of the description.
   *
   * @example
   * ```ts
   * const { data } = await client.GET("/v1/card", { params: { query: { limit: 5 } } });
   * ```
   * @throws PartnerCardError for every answer but 2xx, and for none.
   */
  readonly GET: CallByPath<"GET">;
  /** Any PUT operation of the description, as `GET`. */
  readonly PUT: CallByPath<"PUT">;
  /** Any PATCH operation of the description, as `GET`. */
  readonly PATCH: CallByPath<"PATCH">;
  /** Any POST operation of the description, as `GET`. */
  readonly POST: CallByPath<"POST">;
  /** Any DELETE operation of the description, as `GET`. */
  readonly DELETE: CallByPath<"DELETE">;
  /**
   * Any operation that the description says is paginated: its items, page by page.
   *
   * @throws RequestError `invalid-argument` at once for wrong arguments; PartnerCardError from the iteration.
   */
  paginate<P extends PaginatedPath>(
    path: P,
    ...init: CallArguments<OperationAt<"GET", P>> extends [init?: infer I]
      ? [init?: I & WalkOptions]
      : [init: CallArguments<OperationAt<"GET", P>>[0] & WalkOptions]
  ): Walk<ItemAt<P>, PageAt<P>>;
}

/**
 * Makes a client.
 *
 * @param options - Address, credentials and key; the rest has defaults.
 * @param deps - Clock, random numbers and timers, for tests.
 * @throws RequestError `invalid-configuration` or `invalid-signing-key` for options that cannot work.
 * @example
 * ```ts
 * const client = createClient({ baseUrl, clientId, clientSecret, signingKey });
 * await client.cards.updateLimits("CRD1001", { daily: 5000 });
 * ```
 */
export function createClient(options: ClientOptions, deps: Partial<Deps> = {}): Client {
  const config = readOptions(options);
  const parts = connect(config, options, checkedDeps(deps));
  const build = requestBuilder(config.base.href);

  const read: Read<unknown> = (reply, context) => {
    const data = readAnswer(reply, context);
    checkNumbers(data, reply, context, config.unsafeNumbers, parts.report);
    checkShape(data, reply, context, config.validateResponses, parts.report);
    return data;
  };
  const request: RequestOperation = async (operation, input, callOptions, check) => {
    const make = async () => {
      check?.();
      const settings = settingsOf(config, callOptions);
      return { settings, outgoing: await build(operation, { ...input, headers: callOptions.headers }) };
    };
    const { outgoing, settings } = await make().catch((error: unknown) => {
      throw refusedCall(operation, input, callOptions, error, parts.keys);
    });
    const answer = await perform(parts, outgoing, settings, read);
    return new CallResult(answer.data, answer);
  };
  const paginate = paginator(request);

  const call =
    (method: Method) =>
    async (path: string, init: RequestInput & CallOptions = {}) =>
      request(operationAt(method, path), init, init, () => checkNames("The options", init, inputNames));
  const client = {
    cards: cardsOf(request, paginate),
    ...{
      GET: call("GET"),
      PUT: call("PUT"),
      PATCH: call("PATCH"),
      POST: call("POST"),
      DELETE: call("DELETE"),
    },
    paginate(path: string, init: RequestInput & CallOptions & WalkOptions = {}) {
      checkNames("The options", init, [...inputNames, ...Object.keys(walkNames)]);
      return paginate(operationAt("GET", path), init, init);
    },
  };
  // The table is read at run time; the types say the same of it at compile time.
  return Object.freeze(client) as unknown as Client;
}

/** What stands beside the path of a call. */
const inputNames = ["params", "body", ...Object.keys(callNames)];

/** Effects are for tests, which may pass some or all; each is a function. */
function checkedDeps(deps: Partial<Deps>): Deps {
  checkNames("deps", deps, [], "invalid-configuration");
  for (const name of Object.keys(systemDeps) as (keyof Deps)[]) {
    if (name in deps && typeof deps[name] !== "function")
      throw refused(`deps.${name}`, "must be a function", "invalid-configuration");
  }
  return { ...systemDeps, ...deps };
}

/** Puts together what all calls share. */
function connect(config: Config, options: ClientOptions, deps: Deps): Parts {
  const report = reporter(options.logger);
  const { base, clientId, clientSecret, scopes, signer, signaturePath } = config;
  const parts: Omit<Parts, "tokens"> = {
    ...{ deps, report, base, signer, signaturePath },
    send: limited(options.send ?? fetchSend(options.fetch), { maxBytes: config.maxResponseBytes }),
    clock: { offsetMs: 0, seenMs: 0 },
    keys: keyLedger(),
    budget: retryBudget(config.retryBudget),
    secrets: [clientSecret, ...(options.passphrase === undefined ? [] : [options.passphrase])],
  };
  const tokens = tokenSource({
    ...{ deps, report },
    request: rememberRefusals(
      deps,
      grantRequest(
        parts,
        { clientId, clientSecret, scopes },
        settingsOf(config, {}),
        operations.requestToken,
      ),
    ),
    shared:
      options.tokenStore === undefined
        ? undefined
        : sharedTokens(
            deps,
            report,
            options.tokenStore,
            storeKey(base.href, clientId, scopes),
            config.totalMs,
          ),
  });
  return { ...parts, tokens };
}
