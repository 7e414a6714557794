import { checkNames, wrongOption } from "../core/checks.ts";
import { type Deps, systemDeps } from "../core/deps.ts";
import { reporter } from "../core/report.ts";
import { nextTurn } from "../core/wait.ts";
import { defaultSend } from "../http/default-send.ts";
import { fetchSend } from "../http/fetch-send.ts";
import { isSuccess, readResponse } from "../http/response.ts";
import { limited, type Send } from "../http/send.ts";
import type { CallSettings, ClientContext, Read } from "../pipeline/context.ts";
import { keyLedger } from "../pipeline/idempotency.ts";
import { perform } from "../pipeline/index.ts";
import type { CallResult } from "../pipeline/result.ts";
import { retryBudget } from "../pipeline/retry-budget.ts";
import { grantRequest, rememberRefusals } from "../pipeline/token-grant.ts";
import { buildRequest, type Outgoing } from "../request/build.ts";
import type { RequestInput } from "../request/input.ts";
import { sharedToken } from "../token/shared.ts";
import { tokenSource } from "../token/source.ts";
import { storeKey } from "../token/store.ts";
import { type OwnMethods, ownMethods } from "./cards.ts";
import { type Config, readOptions, settingsOf } from "./config.ts";
import { operationAt, paginateWith, type RequestOperation, refusedCall } from "./operation-calls.ts";
import { type CallOptions, type ClientOptions, callNames } from "./options.ts";
import { type Paginator, type PaginatorOptions, paginatorNames } from "./pages.ts";
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
import { checkData } from "./validate.ts";

/** Calls an operation by its path, typed by the description. */
export type CallByPath<M extends Method> = <P extends PathOf<M>>(
  path: P,
  ...init: CallArguments<OperationAt<M, P>>
) => Promise<CallResult<DataOf<OperationAt<M, P>>>>;

/** A client of the API. Create it once and use it for all calls. */
export interface Client extends OwnMethods {
  /**
   * Any GET operation of the description.
   *
   * @example
   * ```ts
   * const { data, attempts } = await client.GET(path, { params: { query }, timeoutMs: 5_000 });
   * ```
   * @throws PartnerCardError on a non-2xx response, or when no response arrives.
   */
  readonly GET: CallByPath<"GET">;
  /** Any PUT operation of the description, like `GET`. */
  readonly PUT: CallByPath<"PUT">;
  /** Any PATCH operation of the description, like `GET`. */
  readonly PATCH: CallByPath<"PATCH">;
  /** Any POST operation of the description, like `GET`. */
  readonly POST: CallByPath<"POST">;
  /** Any DELETE operation of the description, like `GET`. */
  readonly DELETE: CallByPath<"DELETE">;
  /**
   * Iterates over the items of any operation that the description marks as paginated, page by page.
   *
   * @throws RequestError `invalid-argument` at once for wrong arguments; PartnerCardError from the iteration.
   */
  paginate<P extends PaginatedPath>(
    path: P,
    ...init: CallArguments<OperationAt<"GET", P>> extends [init?: infer I]
      ? [init?: I & PaginatorOptions]
      : [init: CallArguments<OperationAt<"GET", P>>[0] & PaginatorOptions]
  ): Paginator<ItemAt<P>, PageAt<P>>;
}

/**
 * Creates a client.
 *
 * @param options - Address, credentials and key; everything else has a default.
 * @param deps - Clock, random numbers and timers, for tests.
 * @throws RequestError `invalid-configuration` or `invalid-signing-key` for options that cannot work.
 * @example
 * ```ts
 * const client = createClient({ baseUrl, clientId, clientSecret, signingKey });
 * for await (const item of client.paginate(path)) console.log(item);
 * ```
 */
export function createClient(options: ClientOptions, deps: Partial<Deps> = {}): Client {
  const config = readOptions(options);
  const context = connect(config, options, checkedDeps(deps));

  const read: Read<unknown> = (response, reading) => {
    const data = readResponse(response, reading);
    checkData(data, response, reading, config, context.report);
    return data;
  };
  const request: RequestOperation = async (operation, input, callOptions, { check, onText } = {}) => {
    let settings: CallSettings;
    let outgoing: Outgoing;
    try {
      check?.();
      settings = settingsOf(config, callOptions);
      outgoing = buildRequest(config.base.href, operation, { ...input, headers: callOptions.headers });
    } catch (error) {
      throw refusedCall(operation, input, callOptions, error, context.keys);
    }
    if (onText === undefined) return perform(context, outgoing, settings, read);
    return perform(context, outgoing, settings, async (response, reading) => {
      if (isSuccess(response) && onText(response.text)) {
        // What was begun is sent at the end of the first turn, and has left by the end of the second.
        await nextTurn();
        await nextTurn();
      }
      return read(response, reading);
    });
  };
  const paginate = paginateWith(request);

  const call =
    (method: Method) =>
    async (path: string, init: RequestInput & CallOptions = {}) =>
      request(operationAt(method, path), init, init, {
        check: () => checkNames("The options", init, inputNames),
      });
  const client = {
    ...ownMethods(request, paginate),
    GET: call("GET"),
    PUT: call("PUT"),
    PATCH: call("PATCH"),
    POST: call("POST"),
    DELETE: call("DELETE"),
    paginate(path: string, init: RequestInput & CallOptions & PaginatorOptions = {}) {
      checkNames("The options", init, [...inputNames, ...Object.keys(paginatorNames)]);
      return paginate(operationAt("GET", path), init, init);
    },
  };
  // The methods are built from the table at run time; the types describe the same table at compile time.
  return Object.freeze(client) as unknown as Client;
}

/** Names that may be passed along with the path of a call. */
const inputNames = ["params", "body", ...Object.keys(callNames)];

/** Checks the replaced side effects: tests may pass some or all, and each must be a function. */
function checkedDeps(deps: Partial<Deps>): Deps {
  checkNames("deps", deps, [], "invalid-configuration");
  for (const name of Object.keys(systemDeps) as (keyof Deps)[]) {
    if (name in deps && typeof deps[name] !== "function")
      throw wrongOption(`deps.${name}`, "must be a function");
  }
  return { ...systemDeps, ...deps };
}

function sendOf({ send, fetch }: ClientOptions): Send {
  return send ?? (fetch === undefined ? defaultSend : fetchSend(fetch));
}

/** Assembles what all calls share. */
function connect(config: Config, options: ClientOptions, deps: Deps): ClientContext {
  const report = reporter(options.logger);
  const { base, clientId, clientSecret, scopes, signer, signaturePath } = config;
  const context: Omit<ClientContext, "tokens"> = {
    deps,
    report,
    base,
    signer,
    signaturePath,
    send: limited(sendOf(options), { maxBytes: config.maxResponseBytes }),
    clock: { offsetMs: 0, seenMs: 0 },
    keys: keyLedger(),
    budget: retryBudget(config.retryBudget),
    secrets: [clientSecret, ...(options.passphrase === undefined ? [] : [options.passphrase])],
  };
  const { tokenStore } = options;
  const grant = grantRequest(context, { clientId, clientSecret, scopes }, settingsOf(config, {}));
  const tokens = tokenSource({
    deps,
    report,
    request: rememberRefusals(deps, grant),
    shared:
      tokenStore &&
      sharedToken(deps, report, tokenStore, storeKey(base.href, clientId, scopes), config.totalMs),
  });
  return { ...context, tokens };
}
