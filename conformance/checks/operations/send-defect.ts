/** Sends a request with one defect, with a token that fits it. */
import type { Exchange } from "../../wire/exchange.ts";
import type { Run } from "../kit/check.ts";
import { tokenFor } from "../kit/token-for.ts";
import type { Arguments } from "./arguments.ts";
import type { OperationDefect } from "./defect.ts";
import type { Described } from "./operation.ts";
import { send } from "./send.ts";

/** Sends a request with a defect. @throws Inconclusive if it can't be made. */
export async function sendDefect(
  run: Run,
  one: Described,
  args: Arguments,
  { check, alteration, change }: OperationDefect,
  body: unknown,
): Promise<Exchange> {
  const token = await tokenFor(run, alteration.scopes);
  return send(run, one, args, { purpose: check, body, alteration, change, token });
}
