import { type Operation, operations } from "../../generated/operations.ts";
import { kindOf, wrongArgument } from "../core/checks.ts";
import { concludeError, PartnerCardError, RequestError } from "../core/errors.ts";
import type { KeyLedger } from "../pipeline/idempotency.ts";
import type { CallResult } from "../pipeline/result.ts";
import { checkInput, type RequestInput } from "../request/input.ts";
import { cursorAtEnd } from "./cursor-ahead.ts";
import type { CallOptions } from "./options.ts";
import { type FetchPage, type Paginator, type PaginatorOptions, paginator, readPage } from "./pages.ts";

/** What else happens in a call. */
export interface CallSteps {
  /** Additional argument checks for this operation; its errors end the call. */
  readonly check?: () => void;
  /** Looks at the text of a success; true where something was begun that goes on before the text is parsed. */
  readonly onText?: (text: string) => boolean;
}

/** Calls an operation of the table. */
export type RequestOperation = (
  operation: Operation,
  input: RequestInput,
  options: CallOptions,
  steps?: CallSteps,
) => Promise<CallResult<unknown>>;

/** Pages through an operation of the table. */
export type Paginate = (
  operation: Operation,
  input: RequestInput,
  options: CallOptions & PaginatorOptions,
) => Paginator<unknown, unknown>;

const table: readonly Operation[] = Object.values(operations);
const byAddress = new Map(table.map((operation) => [`${operation.method} ${operation.path}`, operation]));

/**
 * The operation at a method and a path template.
 *
 * @throws RequestError `invalid-argument` if the description has none.
 */
export function operationAt(method: string, path: string): Operation {
  if (typeof path !== "string") throw wrongArgument("path", `must be a string, not ${kindOf(path)}`);
  const operation = byAddress.get(`${method} ${path}`);
  if (operation !== undefined) return operation;
  const known = [...byAddress.keys()].join(", ");
  throw wrongArgument("path", `is wrong: the API has no ${method} ${path}, only ${known}`);
}

/**
 * The error of a call refused before it began. It sent nothing; an earlier call with its key may have.
 *
 * @param input - Arguments of the call; they, or the options, may be the reason for the refusal.
 * @param error - What was thrown while the request was built.
 */
export function refusedCall(
  operation: Operation,
  input: unknown,
  options: unknown,
  error: unknown,
  keys: Pick<KeyLedger, "mayBeApplied">,
): PartnerCardError {
  const idempotencyKey = keyIn(operation, input as RequestInput | null, options as CallOptions | null);
  const outcome = idempotencyKey !== undefined && keys.mayBeApplied(idempotencyKey) ? "unknown" : "not-sent";
  return concludeError(error instanceof PartnerCardError ? error : unusable(operation, error), {
    operation: operation.id,
    attempts: 0,
    elapsedMs: 0,
    idempotencyKey,
    outcome: operation.idempotent === null ? undefined : outcome,
  });
}

/** The error for arguments that throw when they are read, such as an object with a throwing getter. */
function unusable({ id }: Operation, error: unknown): RequestError {
  return new RequestError("invalid-argument", `${id}: the request cannot be made of these arguments.`, {
    cause: { thrown: error instanceof Error ? error.name : typeof error },
  });
}

/** The key of a call whose arguments are unchecked, given as an option or as the described header. */
function keyIn(
  { idempotent }: Operation,
  input: RequestInput | null,
  options: CallOptions | null,
): string | undefined {
  const inHeader = Object.entries(input?.params?.header ?? {}).find(
    ([name]) => name.toLowerCase() === idempotent?.toLowerCase(),
  );
  const key: unknown = options?.idempotencyKey ?? inHeader?.[1];
  return typeof key === "string" ? key : undefined;
}

/**
 * Pagination for any operation that the description marks as paginated.
 *
 * All other query parameters are repeated on every page: the server may not remember them.
 *
 * @param request - Makes one call; each page is a separate call with its own retries and deadline.
 */
export function paginateWith(request: RequestOperation): Paginate {
  return (operation, input, options) => {
    const { paginated } = operation;
    if (paginated === null) throw wrongArgument("path", `is wrong: ${operation.id} is not paginated`);
    const { prefetch, maxPages, signal, ...callOptions } = options;
    checkInput(operation, input);
    const fetchPage: FetchPage<unknown, unknown> = async (cursor, pageSignal, onCursor) => {
      const query = {
        ...input.params?.query,
        ...(cursor === undefined ? {} : { [paginated.parameter]: cursor }),
      };
      const params = { ...input.params, query };
      const onText = (text: string) => {
        const next = cursorAtEnd(text, paginated.cursor);
        return next !== undefined && onCursor(next);
      };
      const settings = { ...callOptions, signal: pageSignal };
      const result = await request(operation, { ...input, params }, settings, { onText });
      return readPage(operation, result);
    };
    return paginator(fetchPage, { prefetch, maxPages, signal });
  };
}
