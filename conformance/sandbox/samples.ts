/** What the sandbox serves where nothing else is made for an operation: the samples of the description. */
import { type Operation, statusKey } from "../../generated/operations.ts";
import { type Samples, samples } from "../../generated/samples.ts";
import type { SchemaName } from "../../generated/validators.js";
import type { Item } from "./state.ts";

const byOperation: Readonly<Record<string, Samples>> = samples;

/**
 * Items of a paginated operation, each a copy of its own.
 *
 * @param count - As many as there are samples, at most.
 * @param seed - Any integer: the sample to begin with; 1 for the first.
 */
export function sampleItems(operation: string, count: number, seed: number): Item[] {
  const all = (byOperation[operation]?.items ?? []) as readonly Item[];
  if (all.length === 0) return [];
  const start = (((seed - 1) % all.length) + all.length) % all.length;
  return structuredClone([...all.slice(start), ...all.slice(0, start)].slice(0, count));
}

/** The schema of the documented success of an operation; null where it shows no body. */
export function successSchema({ responses }: Pick<Operation, "responses">): SchemaName | null {
  return Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1] ?? null;
}

/** The body of the documented success of each operation that has one. */
const successes: ReadonlyMap<string, unknown> = new Map(
  Object.entries(byOperation).map(([operation, { responses }]) => [
    operation,
    Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1],
  ]),
);

/** The body of the documented success of an operation, which nobody may change; undefined where it has none. */
export function sampleSuccess(operation: string): unknown {
  return successes.get(operation);
}

/** The body that the description shows for a status of an operation, which nobody may change; undefined without one. */
export function sampleResponse(operation: Operation, status: number): unknown {
  return byOperation[operation.id]?.responses[statusKey(operation, status)];
}

/** The headers that the description requires for a status of an operation, with their names in lower case. */
export function requiredHeaders(operation: Operation, status: number): Readonly<Record<string, string>> {
  return byOperation[operation.id]?.headers?.[statusKey(operation, status)] ?? {};
}

/**
 * The status of the documented success of an operation; 200 for a range. Where a PUT creates what is not there, a 201 says
 * that it has, and another status that it was there.
 *
 * @param isNew - True for what was not there.
 */
export function successStatus({ responses, creates }: Operation, isNew = false): number {
  const documented = Object.keys(responses).filter((key) => key.startsWith("2"));
  const said = creates === undefined ? undefined : documented.find((key) => (key === "201") === isNew);
  const [status = "200"] = said === undefined ? documented : [said];
  return status.endsWith("XX") ? 200 : Number(status);
}

/** The names of the query parameters that an operation requires. */
export function requiredQuery(operation: string): readonly string[] {
  return Object.keys(byOperation[operation]?.query ?? {});
}
