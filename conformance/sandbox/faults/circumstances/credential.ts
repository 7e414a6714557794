import { api } from "../../../../generated/operations.ts";
import type { RequestContext } from "../../seams.ts";
import { hash } from "../../state.ts";
import { any, type Circumstance, takesToken } from "./circumstance.ts";

/** The tokens that were issued, by their hash, and the hash of the one that a request carries. */
function tokensOf({ request, state }: RequestContext) {
  const value = request.headers.get("authorization")?.split(" ").at(-1) ?? "";
  return { issued: [...state.tokens.keys()], own: hash(value).toString("hex") };
}

function isNarrow(context: RequestContext): boolean {
  const { operation, request, state } = context;
  const scopes =
    operation === api.token
      ? new URLSearchParams(request.body).get("scope")?.split(" ")
      : state.tokens.get(tokensOf(context).own)?.scopes;
  return scopes !== undefined && scopes.length < api.scopes.length;
}

/** Circumstances of the token. */
export const credentials = [
  {
    name: "later-token",
    kind: "credential",
    words: "with any token but the first",
    isFor: takesToken,
    holds: (context) => {
      const { issued, own } = tokensOf(context);
      return issued.indexOf(own) > 0;
    },
  },
  {
    name: "narrow-token",
    kind: "credential",
    words: "for fewer scopes than all",
    isFor: any,
    // Whether a client may ask for fewer scopes is open, and card endpoints require them all.
    mayBeRefused: true,
    holds: isNarrow,
  },
] as const satisfies readonly Circumstance[];
