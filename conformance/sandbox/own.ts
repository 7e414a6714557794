/** What an API may bring to the sandbox beyond its description. All of it may be empty. */
import type { Operation } from "../../generated/operations.ts";
import type { Choices } from "./choices.ts";
import type { Fault } from "./faults/fault.ts";
import type { SandboxResponse } from "./response.ts";
import type { RequestContext } from "./seams.ts";
import type { Item } from "./state.ts";

/** Carries out a request whose token and headers have been accepted. */
export type Handler = (context: RequestContext, operation: Operation) => SandboxResponse;

/** An API's own parts, by operationId. */
export interface OwnParts {
  /** The items of a paginated operation; those of others are the samples of the description. */
  readonly items: Readonly<Record<string, (count: number, seed: number, choices: Choices) => Item[]>>;
  /** What carries out an operation; others are served from the description. */
  readonly handlers: Readonly<Record<string, Handler>>;
  readonly faults: readonly Fault[];
  /** How the ids of checks and faults end for an operation, in their order; for others in its operationId. */
  readonly checkNames: Readonly<Record<string, string>>;
  /** Names of the recorded exchanges: the operationId in kebab case, a status of the description, a variant. */
  readonly recordings: readonly string[];
}
