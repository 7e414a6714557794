/** Everything that generation refuses, looked for before anything is made, so that all of it is said at once. */
import { readFileSync } from "node:fs";
import { nameOf } from "../kit/file-name.ts";
import { ajvOf } from "./ajv.ts";
import { bindingsOf } from "./bindings.ts";
import { changesOf } from "./changes.ts";
import { conditionalOf } from "./conditional.ts";
import { constantsOf } from "./constants.ts";
import {
  type DescribedOperation,
  type Document,
  escaped,
  operationsOf,
  resolve,
  targetOf,
} from "./document.ts";
import { neededHeadersOf, requiredHeadersOf } from "./needed-headers.ts";
import { refuseOtherCursors, refuseOtherKeys, refuseOtherPaths } from "./own-values.ts";
import { paginationOf, refuseUnlinkedPage } from "./pages.ts";
import { linesOf, Refusal } from "./refusal.ts";
import { unknownRowsOf } from "./refuse-rows.ts";
import type { Row } from "./requirements.ts";
import { samplesOf } from "./sample-values.ts";
import { schemaPlaces } from "./schema-places.ts";
import { answersOf, schemaPlaceOf, schemasOf } from "./schemas.ts";
import { securityOf } from "./security.ts";
import { shownValueChecks } from "./shown-values.ts";
import { refuseUnknownKeywords } from "./unknown-keywords.ts";

/**
 * Refuses a description that generation does not know how to mean.
 *
 * @param description - Path of the file that the document was read from.
 * @param rows - Those of requirements.yaml.
 * @throws Error with one line for each reason: `file:line:column: what is wrong; what to do`.
 */
export function refuse(document: Document, description: string, rows: readonly Row[]): void {
  const refusals = [...refusalsOf(document), ...unknownRowsOf(document, rows)];
  if (refusals.length === 0) return;
  throw new Error(linesOf(refusals, readFileSync(description, "utf8"), nameOf(description)));
}

/** Every reason to refuse a description, each once; none where it can be generated from. */
export function refusalsOf(document: Document): Refusal[] {
  const missing = ["info", "components"].find((key) => !(key in document));
  if (missing !== undefined) return [new Refusal("#", `the description has no ${missing}; add it`)];
  const first = collected([
    () => refuseTwins(document),
    () => refuseOtherMethods(document),
    () => schemasOf(document),
  ]);
  if (first.length > 0) return first;
  const operations = operationsOf(document);
  const ajv = ajvOf(document);
  const second = collected([
    () => constantsOf(document),
    () => bindingsOf(document),
    ...operations.flatMap((one) => [
      () => paginationOf(document, one),
      () => changesOf(document, one.id),
      () => securityOf(document, one),
      () => refuseUnsentParameters(document, one),
      () => refuseUnsentTokenFields(document, one),
      ...answersOf(document, one, "2").map((page) => () => refuseUnlinkedPage(document, one, page)),
      ...answersOf(document, one).flatMap((page) => propertyChecks(document, page)),
    ]),
    ...[...schemasOf(document), ...parameterSchemas(operations)].map(
      ({ fragment }) =>
        () =>
          refuseUnknownKeywords(document, ajv, fragment),
    ),
  ]);
  // What is made needs all of the above to hold.
  if (second.length > 0) return second;
  const unfit = collected([
    ...shownValueChecks(document),
    ...operations.flatMap((one) => [
      () => refuseOtherCursors(document, ajv, one),
      () => refuseOtherKeys(document, ajv, one),
    ]),
  ]);
  if (unfit.length > 0) return unfit;
  const unmade = collected([() => samplesOf(document)]);
  return unmade.length > 0
    ? unmade
    : collected(operations.map((one) => () => refuseOtherPaths(document, one)));
}

/** Where the schemas of parameters stand. */
function parameterSchemas(operations: readonly DescribedOperation[]): { readonly fragment: string }[] {
  const all = operations.flatMap(({ parameters }) => parameters);
  return all
    .filter(({ schema }) => schema !== undefined)
    .map(({ fragment }) => ({ fragment: `${fragment}/schema` }));
}

/** The refusals of several checks, each once. */
function collected(checks: readonly (() => unknown)[]): Refusal[] {
  const found = new Map<string, Refusal>();
  for (const check of checks) {
    try {
      check();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      found.set(`${error.pointer} ${error.message}`, error);
    }
  }
  return [...found.values()];
}

/** Methods of OpenAPI that neither client nor suite send. */
const otherMethods = ["head", "options", "trace"];

function refuseOtherMethods(document: Document): void {
  for (const [path, item] of Object.entries(document.paths)) {
    const method = otherMethods.find((name) => name in resolve(document, item));
    if (method === undefined) continue;
    throw new Refusal(
      `${targetOf(document, item, `#/paths/${escaped(path)}`)}/${method}`,
      `${path}: nobody here sends ${method.toUpperCase()}; leave the operation out`,
    );
  }
}

/** Refuses a required header, cookie, or value of several parts in the query that neither client nor suite send as it is described. */
function refuseUnsentParameters(document: Document, one: DescribedOperation): void {
  const { id, parameters } = one;
  const isCondition = (name: string) =>
    conditionalOf(document, one).ifMatch !== undefined && name.toLowerCase() === "if-match";
  const needed = requiredHeadersOf(document, one).filter(({ name }) => !isCondition(name));
  // The token request is the client's own: nobody gives it another header.
  const isToken = id === constantsOf(document).token;
  const sent = isToken ? [] : neededHeadersOf(document, one).map(({ name }) => name);
  for (const parameter of parameters) {
    const { in: place, name, required, schema = {}, fragment } = parameter;
    if (place === "path" || required !== true) continue;
    const { type = [], minItems = 0 } = resolve(document, schema);
    const isOfParts = [type].flat().includes("object") || minItems > 1;
    if (place === "query" && isOfParts) {
      throw new Refusal(
        `${fragment}/schema`,
        `${id}: nobody here sends the query parameter ${name} with several parts; let it be one value, or optional`,
      );
    }
    if (place === "query") continue;
    if (place === "header" && (!needed.includes(parameter) || sent.includes(name))) continue;
    throw new Refusal(
      fragment,
      `${id}: nobody here sends the ${place} ${name}; leave it out, or let it be optional`,
    );
  }
}

/** What client and suite send for a token. */
const tokenFields = ["grant_type", "client_id", "client_secret", "scope"];

/** Refuses a field of the token request that is required and that nobody sends. */
function refuseUnsentTokenFields(document: Document, { id, operation, fragment }: DescribedOperation): void {
  const body = operation.requestBody;
  if (id !== constantsOf(document).token || body === undefined) return;
  const place = schemaPlaceOf(document, body, `${fragment}/requestBody`);
  for (const { pointer, schema, fragment: at } of place === null ? [] : schemaPlaces(document, place)) {
    const unsent = pointer === "" ? schema.required?.find((name) => !tokenFields.includes(name)) : undefined;
    if (unsent === undefined) continue;
    throw new Refusal(
      `${at}/required`,
      `${id}: nobody here sends the field ${unsent}; let it be optional (sent are ${tokenFields.join(", ")})`,
    );
  }
}

/** Refuses two operations of one name: only one of them would be left in a table by name. */
function refuseTwins(document: Document): void {
  const seen = new Set<string>();
  for (const { id, fragment } of operationsOf(document)) {
    if (seen.has(id)) {
      throw new Refusal(
        `${fragment}/operationId`,
        `two operations are called ${id}; give one of them another name`,
      );
    }
    seen.add(id);
  }
}

/** One check for each property of a response: a rule or an open question has to speak of it. */
function propertyChecks(document: Document, page: string): (() => void)[] {
  const places = schemaPlaces(document, page);
  const ruled = places.filter(({ schema }) => schema["x-requirement"] !== undefined);
  const spoken = new Set(ruled.map(({ pointer }) => pointer));
  // Where a value as a whole is an open question, so is what is inside it.
  const open = places.filter(
    ({ schema, pointer }) => schema["x-unspecified"] !== undefined && !spoken.has(pointer),
  );
  const isOpen = (one: string) => open.some(({ pointer }) => `${one}/`.startsWith(`${pointer}/`));
  return places
    .filter(({ property, pointer }) => property !== null && !spoken.has(pointer) && !isOpen(pointer))
    .map(({ property, fragment }) => () => {
      throw new Refusal(
        fragment,
        `no rule speaks of the property ${property}; name a row of requirements.yaml with x-requirement, or an open question with x-unspecified`,
      );
    });
}
