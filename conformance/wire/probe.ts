import { randomUUID } from "node:crypto";
import { type Operation, operations } from "../../generated/operations.ts";
import type { Exchange } from "./exchange.ts";
import { type Call, makeRequest, type RequestBuilder } from "./request.ts";
import type { Session } from "./session.ts";
import type { Token, Tokens } from "./tokens.ts";

/** Sends calls of the description, as specified or with one alteration. */
export interface Probe {
  readonly session: Session;
  readonly tokens: Tokens;
  readonly builder: RequestBuilder;
  /**
   * Sends a call with the current token. If the token of a call without an alteration is refused, the call is
   * sent once more with a new token, so that a token that expires during a run does no harm. A read that is refused
   * within the lifetime of its token is first sent again with the same one: the log then shows whether it has ended.
   *
   * @returns null if the server issues no token.
   */
  call(purpose: string, call: Call): Promise<Exchange | null>;
  /** Sends a call with this token; a shared one that ends before it is its turn is replaced. */
  callWith(purpose: string, call: Call, token: Token): Promise<Exchange>;
  /** Sends a request of the run once more, built anew, with a token of this probe. */
  repeat(id: string): Promise<void>;
}

/** The calls of a run by the id of their exchange, so that any of its probes can repeat them. */
export type SentCalls = Map<string, { readonly purpose: string; readonly call: Call }>;

/** How often a call is sent again because its token ended on the way. */
const mostEnded = 2;

/**
 * Creates a probe of a run.
 *
 * @param sent - Calls made by other probes of the run; those of this one are added.
 */
export function createProbe(
  session: Session,
  tokens: Tokens,
  builder: RequestBuilder,
  sent: SentCalls = new Map(),
): Probe {
  /** Sends a call with this token, or with the one that takes its place while the call waits or is on its way. */
  const sendWith = async (purpose: string, unkeyed: Call, first: Token) => {
    const call = withKey(unkeyed);
    let token = first;
    const replace = () =>
      token.successor?.()?.then((next) => {
        token = next ?? token;
      }) ?? null;
    for (let ended = 0; ; ended += 1) {
      const exchange = await session.send({
        purpose,
        operation: call.operation,
        alteration: alterationOf(call),
        build: () => makeRequest(builder, call, token.value),
        lacks: replace,
        // Cursors are meant for immediate iteration only.
        urgent: (operationOf(call).paginated?.parameter ?? "") in (call.query ?? {}),
      });
      sent.set(exchange.id, { purpose, call: unkeyed });
      const hasEnded = exchange.response?.status === 401 && exchange.endedAt >= token.expiresAt;
      if (!hasEnded || token.successor === undefined || ended === mostEnded) return { exchange, token };
    }
  };
  const callWith: Probe["callWith"] = async (...details) => (await sendWith(...details)).exchange;

  /** Operations that refused a newly issued token: for them, the token is not the reason. */
  const renewedInVain = new Set<string>();

  return {
    session,
    tokens,
    builder,
    callWith,
    repeat: async (id) => {
      const known = sent.get(id);
      const scopes = known?.call.alteration?.scopes;
      const token = scopes === undefined ? await tokens.current() : await tokens.narrow(scopes);
      if (known === undefined) await session.resend(id);
      else if (token !== null) await callWith(known.purpose, known.call, token);
    },
    call: async (purpose, unkeyed) => {
      const call = withKey(unkeyed);
      const current = await tokens.current();
      if (current === null) return null;
      const { exchange, token } = await sendWith(purpose, call, current);
      const refused = exchange.response?.status === 401 && call.alteration === undefined;
      if (!refused || operationOf(call).scopes === null) return exchange;
      const inVain = ({ value }: Token) => `${call.operation} ${value}`;
      if (renewedInVain.has(inVain(token))) return exchange;
      // What may be about a signature says nothing about the token.
      if (operationOf(call).signed === null && exchange.endedAt < token.expiresAt) {
        const second = await callWith(purpose, call, token);
        if (second.response?.status !== 401) return second;
      }
      tokens.forget(token);
      const renewed = await tokens.current();
      if (renewed === null || renewed.value === token.value) return exchange;
      const again = await callWith(purpose, call, renewed);
      if (again.response?.status === 401) renewedInVain.add(inVain(renewed));
      return again;
    },
  };
}

function operationOf({ operation }: Call): Operation {
  return operations[operation];
}

/** How a call differs from the specification, as text; a way left open by it is not an alteration. */
function alterationOf({ alteration, way }: Call): string | null {
  return alteration?.description ?? (way !== undefined && way.open === undefined ? way.description : null);
}

/** The call with a key, so that it stays the same call if it has to be sent again. */
function withKey(call: Call): Call {
  return { ...call, idempotencyKey: call.idempotencyKey ?? randomUUID() };
}
