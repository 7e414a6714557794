import { createHash } from "node:crypto";
import { aggregatesOf } from "./aggregates.ts";
import { banner } from "./banner.ts";
import { bindingsOf } from "./bindings.ts";
import { changesOf } from "./changes.ts";
import { conditionalOf } from "./conditional.ts";
import { constantsOf } from "./constants.ts";
import { createsOf, creationsOf } from "./creations.ts";
import { type DescribedOperation, type Document, operationsOf, resolve, type Schema } from "./document.ts";
import { keepsRestOf } from "./keeps-rest.ts";
import { keptOthersOf } from "./kept-others.ts";
import {
  isFreedByRefusal,
  isRefusedForAny,
  isReplayed,
  isSuccessAgain,
  reuseRefusedWith,
} from "./key-promises.ts";
import { lastChangedOf } from "./last-changed.ts";
import { listingOf } from "./listings.ts";
import { mediaTypesOf } from "./media-types.ts";
import { neededHeadersOf } from "./needed-headers.ts";
import { inOneLine } from "./one-line.ts";
import { declarations } from "./operation-types.ts";
import { paginationOf } from "./pages.ts";
import { pastMomentsOf } from "./past-moments.ts";
import { queryListsOf } from "./query-value.ts";
import { saysUnknownIs404 } from "./refused-unknown.ts";
import { isMap, schemaPlaces } from "./schema-places.ts";
import { bodyOf, neededSchemasOf, queryBoundsOf, responsesOf } from "./schemas.ts";
import { securityOf } from "./security.ts";
import { isShownAtOnce } from "./shown-writes.ts";
import { withUsableStates } from "./usable-states.ts";

/** The default of each part of a body that has one, by its pointer: what is in a list, or in one kind of several, has none. */
function defaultsIn(document: Document, fragment: string): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    schemaPlaces(document, fragment).flatMap(({ pointer, schema, isAlternative }) =>
      schema.default === undefined || schema.readOnly === true || isAlternative || /^$|\/\*/.test(pointer)
        ? []
        : [[pointer, schema.default]],
    ),
  );
}

/** Names of the properties of a body that are read-only, or write-only. */
function fieldsThatAre(
  side: "readOnly" | "writeOnly",
  document: Document,
  fragment: string,
): readonly string[] {
  return schemaPlaces(document, fragment).flatMap(({ pointer, property, schema }) =>
    schema[side] === true && property !== null && pointer === `/${property}` ? [property] : [],
  );
}

/** The values that a parameter of the path may have, where its schema lists them: no link needs to lead to one. */
function choicesOf(
  document: Document,
  { parameters }: DescribedOperation,
): Readonly<Record<string, string[]>> {
  const listed = parameters.flatMap(({ in: place, name, schema }) => {
    const values = place === "path" && schema !== undefined ? (resolve(document, schema).enum ?? []) : [];
    const texts = values.filter((value) => typeof value === "string");
    return texts.length === 0 ? [] : [[name, texts] as const];
  });
  return Object.fromEntries(listed);
}

/** What is said of a PUT that replaces no more than what it names: what is left out, and then that it stays, in one sentence. */
const keeping =
  /\b(?:left out|leaves?(?: \S+){0,3} out|omit\w*|absent|not (?:named|given|sent|in))\b(?![^.]*\bnot (?:kept|stay|remain))[^.]*\b(?:stays?|kept|keeps?|remains?|unchanged)\b/i;

/** The whole of what says so of every property. */
const keepsAll =
  /^(?:(?:what(?:ever)?|anything|everything|(?:all |any )?(?:properties|fields|members))(?: (?:that|which))?(?: (?:is|are))? (?:left out|omitted|not (?:named|given|sent)|(?:the|its|a) body leaves out)|omitted (?:properties|fields|members))(?: of (?:it|the body))?,? (?:stays?|(?:is|are) kept|keeps? (?:its|their) values?|remains?)(?: (?:as (?:it|they) (?:is|are|was|were)|unchanged))?\.?$/i;
/** The whole of what says so of one. */
const keepsOne =
  /^(?:where|if|when) `(\w+)` is (?:left out|omitted|not (?:given|sent)),? it (?:stays|is kept|remains|keeps its value)(?: (?:as it (?:is|was)|unchanged))?\.?$/i;

/**
 * The properties of a body that a PUT leaves alone where they are left out, as its description says in so many words; none
 * where it only may mean that, and null where it says nothing of the kind.
 */
function keptOf(
  { method, operation }: DescribedOperation,
  names: readonly string[],
): readonly string[] | null {
  const sentences = (operation.description ?? "").split(/(?<=[.!?])\s+/);
  if (method !== "put" || !sentences.some((sentence) => keeping.test(sentence))) return null;
  if (sentences.some((sentence) => keepsAll.test(sentence.trim()))) return names;
  return sentences.flatMap((sentence) => {
    const [, name] = keepsOne.exec(sentence.trim()) ?? [];
    return name !== undefined && names.includes(name) ? [name] : [];
  });
}

/**
 * The table of operations: everything that would otherwise be hard-coded by path.
 *
 * @param described - The description, with its actions ({@link withActions}).
 * @param published - The description as it is written.
 */
export function operationsModule(described: Document, published = described): string {
  const document = inOneLine(described);
  const constants = constantsOf(document);
  const bindings = withUsableStates(document, bindingsOf(document));
  const creations = creationsOf(document, bindings);
  const all = operationsOf(document);
  const rows = all.map((one) => {
    const { id, method, path, operation, parameters } = one;
    const { scopes, signed } = securityOf(document, one);
    const body = operation.requestBody === undefined ? undefined : resolve(document, operation.requestBody);
    const [mediaType = null, media] = Object.entries(body?.content ?? {})[0] ?? [];
    const schema = media?.schema;
    const named = bodyOf(document, one);
    const readOnlyFields = named === null ? [] : fieldsThatAre("readOnly", document, named.fragment);
    const writeOnlyFields = named === null ? [] : fieldsThatAre("writeOnly", document, named.fragment);
    const bodyDefaults = named === null ? {} : defaultsIn(document, named.fragment);
    const responses = Object.entries(responsesOf(document, one));
    const mediaTypes = mediaTypesOf(document, one);
    const choices = choicesOf(document, one);
    const actions = all.flatMap((other) => (other.operation["x-action-of"] === id ? [other.id] : []));
    const aggregates = aggregatesOf(document, one);
    const maps = Object.entries(schema === undefined ? {} : (resolve(document, schema).properties ?? {}))
      .filter(([, property]) => isMap(resolve(document, property)))
      .map(([name]) => name);
    const creates = createsOf(document, one);
    const listing = listingOf(document, one);
    const keptOthers = keptOthersOf(document, one);
    const lastChanged = lastChangedOf(document, one);
    const pastMoments = pastMomentsOf(document, one);
    const keepsRest = keepsRestOf(one);
    const queryLists = queryListsOf(document, one);
    const key = parameters.find(
      ({ in: part, name }) => part === "header" && name === constants.headers.idempotencyKey,
    );
    const reuseStatus = key === undefined ? null : reuseRefusedWith(key);
    const schemasOfNeeded = neededSchemasOf(document, one);
    const bodyFields = Object.keys(schema === undefined ? {} : (resolve(document, schema).properties ?? {}));
    const kept = keptOf(one, bodyFields);
    const needed = Object.fromEntries(
      neededHeadersOf(document, one).map(({ name }) => [name, schemasOfNeeded[name]?.name ?? null]),
    );
    return {
      id,
      method: method.toUpperCase(),
      path,
      requirement: operation["x-requirement"] ?? null,
      unspecified: operation["x-unspecified"] ?? [],
      scopes,
      signed: signed
        ? { signature: constants.headers.signature, timestamp: constants.headers.timestamp }
        : null,
      idempotent: key?.name ?? null,
      ...(key !== undefined && key.required !== true && { keyIsOptional: true as const }),
      ...(key !== undefined && isReplayed(key) && { replays: true as const }),
      ...(key !== undefined &&
        isSuccessAgain(operation.description ?? "", key) && { succeedsAgain: true as const }),
      ...(reuseStatus !== null && { reuseRefusedWith: reuseStatus }),
      ...(key !== undefined && isRefusedForAny(key) && { reuseRefusedForAny: true as const }),
      ...(key !== undefined && isFreedByRefusal(key) && { freesRefusedKeys: true as const }),
      paginated: paginationOf(document, one),
      ...(listing !== null && { listing }),
      query: Object.fromEntries(
        parameters.filter((p) => p.in === "query").map((p) => [p.name, typeOf(document, p.schema)]),
      ),
      ...(Object.keys(queryLists).length > 0 && { queryLists }),
      queryBounds: Object.fromEntries(
        Object.entries(queryBoundsOf(document, one)).map(([name, schema]) => [name, schema.name]),
      ),
      ...(Object.keys(needed).length > 0 && { needed }),
      mediaType,
      bodyRequired: body?.required === true,
      bodyFields,
      ...(readOnlyFields.length > 0 && { readOnlyFields }),
      ...(writeOnlyFields.length > 0 && { writeOnlyFields }),
      ...(Object.keys(bodyDefaults).length > 0 && { bodyDefaults }),
      ...(isMap(resolve(document, schema ?? {})) && { bodyIsMap: true as const }),
      ...(maps.length > 0 && { bodyMaps: maps }),
      ...(kept !== null && { keepsLeftOut: kept }),
      body: named?.name ?? null,
      responses: Object.fromEntries(responses.map(([status, schema]) => [status, schema?.name ?? null])),
      ...(Object.keys(mediaTypes).length === 0 ? {} : { mediaTypes }),
      bindings: bindings[id] ?? {},
      ...(isShownAtOnce(document, one) && { showsWrites: true as const }),
      // Below two ids, what is unknown may be the other one.
      ...(method === "delete" &&
        path.split("{").length === 2 &&
        saysUnknownIs404(operation.description ?? "") && { refusesUnknown: true as const }),
      ...(keptOthers !== null && { keepsOthers: keptOthers }),
      ...(lastChanged !== null && { lastChanged }),
      ...(pastMoments.length > 0 && { pastMoments }),
      ...(keepsRest !== null && { keepsRest }),
      ...(Object.keys(choices).length > 0 && { choices }),
      ...(actions.length > 0 && { actions }),
      ...(aggregates.length > 0 && { aggregates }),
      ...(creations[id] === undefined ? {} : { creations: creations[id] }),
      ...(creates === null ? {} : { creates: { ...creates, schema: creates.schema?.name ?? null } }),
      changes: changesOf(document, id),
      ...conditionalOf(document, one),
    };
  });

  const table = Object.fromEntries(rows.map((row) => [row.id, row]));
  const digest = createHash("sha256").update(JSON.stringify(published)).digest("hex");
  return `${banner}
${declarations}
/** Every operation of the description, by operationId. */
export const operations = ${JSON.stringify(table, null, 2)} as const satisfies Record<string, Operation>;

/** What the description fixes for every operation. */
export const api = ${JSON.stringify(constants, null, 2)} as const;

/** An operationId of the description. */
export type OperationId = keyof typeof operations;

/** Under what the description shows a response: its very status, its range ("4XX"), or any other ("default"). */
export function statusKey({ responses }: Operation, status: number): string {
  const keys = [String(status), \`\${Math.floor(status / 100)}XX\`];
  return keys.find((key) => key in responses) ?? "default";
}

/** The schema of the body of a response; null where the description shows no body, or no such response. */
export function responseSchema(operation: Operation, status: number): SchemaName | null {
  return operation.responses[statusKey(operation, status)] ?? null;
}

/** Version of the description, from its info. */
export const descriptionVersion = ${JSON.stringify(document.info.version)};

/** SHA-256 of the description these files were made from, in hex. */
export const descriptionDigest = "${digest}";
`;
}

/** The type of a schema, where it names exactly one. */
function typeOf(document: Document, schema: Schema | undefined): string | null {
  const type = schema === undefined ? undefined : resolve(document, schema).type;
  return typeof type === "string" ? type : null;
}
