import type { Token } from "../../wire/tokens.ts";
import type { Run } from "./check.ts";
import { Inconclusive } from "./inconclusive.ts";

/**
 * A token with these scopes and no others.
 *
 * @param scopes - Any scopes by default: null then stands for the current token.
 * @throws Inconclusive if the server issues none.
 */
export async function tokenFor(run: Run, scopes: readonly string[] | undefined): Promise<Token | null> {
  if (scopes === undefined) return null;
  const token = await run.probe.tokens.narrow(scopes);
  if (token === null) throw new Inconclusive("the server gives no token for fewer scopes");
  const extra = token.scopes?.filter((scope) => !scopes.includes(scope)) ?? [];
  if (extra.length === 0) return token;
  throw new Inconclusive(`the server grants ${extra.join(" ")} although it was not asked for`);
}
