import { withValueAt } from "../../conformance/base/pointer.ts";
import { valueAt } from "../../src/core/json.ts";
import { ajvOf, validatorAt } from "./ajv.ts";
import { banner } from "./banner.ts";
import { brokenConditions } from "./broken-conditions.ts";
import {
  type DescribedOperation,
  type Document,
  escaped,
  operationsOf,
  resolve,
  type Schema,
  targetOf,
} from "./document.ts";
import { invalidValuesOf, nearMissAt, validValue } from "./invalid-at.ts";
import { neededHeadersOf } from "./needed-headers.ts";
import { paginationOf } from "./pages.ts";
import { queryValueOf } from "./query-value.ts";
import { refusedSizes } from "./refused-sizes.ts";
import { type SchemaPlace, schemaPlaces } from "./schema-places.ts";

interface Demand {
  operation: string;
  in: "body" | "query" | "needed";
  pointer: string;
  requirement: string;
  isOptional?: true;
  isOfKind?: true;
  invalid: readonly unknown[];
}

/** What a request must have, or must have no invalid value of, so that another one has to be refused. */
export function demandsModule(document: Document): string {
  return `${banner}
import type { RequirementId } from "./requirements.ts";

/** A part of a request with a value in which that its schema does not allow, or without which, it must be refused. */
export interface Demand {
  /** Its operationId. */
  readonly operation: string;
  readonly in: "body" | "query" | "needed";
  /** JSON pointer into the body, or into the query or the needed headers as an object. */
  readonly pointer: string;
  readonly requirement: RequirementId;
  /** True where a request need not have it. */
  readonly isOptional?: true;
  /** True where some of the values are wrong in one of several alternatives, and right in another one. */
  readonly isOfKind?: true;
  /** Values that the schema does not allow: of other types, then beyond its bounds; none where any is allowed. */
  readonly invalid: readonly unknown[];
}

/**
 * Every required query parameter and property of a request body with an \`x-requirement\` in the description; and those
 * that may be left out, of an operation that shows with which status what is not valid is refused.
 */
export const demands: readonly Demand[] = ${JSON.stringify(demandsOf(document), null, 2)};
`;
}

/** The demands of each operation, those of its query first, then those of its headers. */
export function demandsOf(document: Document): Demand[] {
  return operationsOf(document).flatMap((one): Demand[] => {
    const rule = ruleOfInvalid(one);
    const page = paginationOf(document, one);
    const paging = [page?.parameter, page?.pageSize?.parameter];
    const query = one.parameters.flatMap((parameter): Demand[] => {
      const { name, in: place, required: isRequired = false, schema = {}, fragment } = parameter;
      const own = parameter["x-requirement"] ?? (isOpen(parameter) ? undefined : rule);
      const isPaging = paging.includes(name) && !isRequired;
      const requirement = isPaging && isOpen(parameter) ? undefined : own;
      if (place !== "query" || requirement === undefined || !(isRequired || rule !== undefined)) return [];
      const held = queryValueOf(document, { schema, fragment: `${fragment}/schema` });
      // Whatever a query holds is text.
      const others = otherTypes(held.schema).filter((value) => typeof value === "string");
      const outside = rule === undefined ? [] : outsideOf(document, held);
      const wrong = [...others, ...outside.filter((value) => typeof value !== "object").map(String)];
      const invalid = isPaging ? refusedSizes({ ...parameter, schema: held.schema }, wrong) : wrong;
      if (!isRequired && invalid.length === 0) return [];
      const demand = { operation: one.id, in: "query" as const, pointer: `/${name}`, requirement, invalid };
      return [isRequired ? demand : { ...demand, isOptional: true }];
    });
    const headers = neededHeadersOf(document, one).flatMap((parameter): Demand[] => {
      const { name, schema = {}, fragment } = parameter;
      const requirement = parameter["x-requirement"] ?? (isOpen(parameter) ? undefined : rule);
      if (requirement === undefined) return [];
      const outside =
        rule === undefined ? [] : outsideOf(document, { schema, fragment: `${fragment}/schema` });
      const invalid = outside.filter((value) => typeof value !== "object").map(String);
      return [{ operation: one.id, in: "needed", pointer: `/${name}`, requirement, invalid }];
    });
    return [...query, ...headers, ...bodyDemands(document, one)];
  });
}

/**
 * The requirement of an operation that shows with which status what is not valid is refused: it speaks of every part of
 * its requests that has no requirement of its own, and of which it is not open; undefined for any other operation.
 */
function ruleOfInvalid({ operation }: DescribedOperation): string | undefined {
  const isShown = ["400", "422"].some((status) => status in operation.responses);
  return isShown ? operation["x-requirement"] : undefined;
}

function bodyDemands(document: Document, one: DescribedOperation): Demand[] {
  const { id, operation } = one;
  const rule = ruleOfInvalid(one);
  const body = operation.requestBody;
  const [type] = Object.keys(body === undefined ? {} : (resolve(document, body).content ?? {}));
  if (body === undefined || type === undefined || !type.endsWith("json")) return [];
  const place = targetOf(document, body, `${one.fragment}/requestBody`);
  const places = schemaPlaces(document, `${place}/content/${escaped(type)}/schema`);
  // What only one of several alternatives demands, a request need not have.
  const certain = places.filter(({ isAlternative }) => !isAlternative);
  const above = (pointer: string) => pointer.replace(/\/[^/]*$/, "");
  const isDemanded = (pointer: string): boolean => {
    const [parent, name] = [above(pointer), pointer.split("/").at(-1) ?? ""];
    const isNamed = () =>
      certain.some((one) => one.pointer === parent && one.schema.required?.includes(name));
    return pointer === "" || (isDemanded(parent) && isNamed());
  };
  const at = (pointer: string, requirement: string, invalid: readonly unknown[]): Demand[] => {
    const demand: Demand = { operation: id, in: "body", pointer, requirement, invalid };
    if (isDemanded(pointer)) return [demand];
    const isTold =
      rule !== undefined && invalid.length > 0 && !pointer.includes("/*") && isDemanded(above(pointer));
    return isTold ? [{ ...demand, isOptional: true }] : [];
  };
  // A value that one of several alternatives does not allow is sent in a body of this kind, and in no other.
  const own = places.flatMap((place) => {
    const { pointer, schema } = place;
    const { "x-requirement": requirement = isOpen(schema) ? undefined : rule } = schema;
    // What the service alone sets, it may pass over.
    if (requirement === undefined || pointer === "" || schema.readOnly === true) return [];
    const invalid = [
      ...otherTypes(schema),
      ...outsideOf(document, place),
      ...withWrongItem(document, place, places),
      ...brokenConditions(document, place),
    ];
    if (!place.isAlternative) return at(pointer, requirement, invalid);
    const name = pointer.split("/").at(-1) ?? "";
    const isNeeded = places.some(
      (one) => one.pointer === above(pointer) && one.schema.required?.includes(name) === true,
    );
    return at(pointer, requirement, invalid).map(({ isOptional: _, ...demand }): Demand => {
      const ofKind: Demand = { ...demand, isOfKind: true };
      return isNeeded ? ofKind : { ...ofKind, isOptional: true };
    });
  });
  const present = certain.flatMap(({ pointer, schema }) => {
    const { "x-requirement-required": requirement, required = [] } = schema;
    return requirement === undefined
      ? []
      : required.flatMap((name) => at(`${pointer}/${name}`, requirement, []));
  });
  // Where a property has a row of its own, that speaks of its presence as well.
  const rows = [...own, ...present];
  const first = rows.filter(
    (row, index) => rows.findIndex(({ pointer }) => pointer === row.pointer) === index,
  );
  return first.map((row) => {
    const same = rows.filter(({ pointer }) => pointer === row.pointer);
    const values = same.flatMap((one) => one.invalid.map((value) => [JSON.stringify(value), value] as const));
    const isOfKind = same.some((one) => one.isOfKind === true);
    return { ...row, ...(isOfKind ? { isOfKind } : {}), invalid: [...new Map(values).values()] };
  });
}

/**
 * Ways in which a value is not tried: of those by its type, {@link otherTypes} has others, and a format is an annotation
 * that nobody has to hold a request against (JSON Schema 2020-12, Validation, section 7.2.1).
 */
const untried: readonly string[] = ["null", "type", "fraction", "format"];

/** Values of the right type that the schema at a place does not allow. */
function outsideOf(document: Document, place: Pick<SchemaPlace, "fragment" | "schema">): unknown[] {
  const wrong = invalidValuesOf(document)(place)
    .filter(({ kind }) => !untried.includes(kind))
    .map(({ value }) => value);
  const near = nearMissAt(document, place);
  return near === null ? wrong : [...wrong, near];
}

/** Lists whose last item alone is wrong, in one part; none for what is no list, and where none with items is known. */
function withWrongItem(
  document: Document,
  list: SchemaPlace,
  places: readonly SchemaPlace[],
): readonly unknown[] {
  const valid = validValue(document, list);
  if (!Array.isArray(valid) || valid.length === 0) return [];
  const items = `${list.pointer}/*`;
  const last: unknown = valid.at(-1);
  const fits = validatorAt(ajvOf(document), list.fragment);
  return places.flatMap((place) => {
    const part = place.pointer.slice(items.length);
    const isOfItem = place.pointer === items || place.pointer.startsWith(`${items}/`);
    // What an item of another kind has, this one need not have.
    const isOfOther = place.isAlternative && !list.isAlternative && valueAt(last, part) === undefined;
    if (
      !isOfItem ||
      isOfOther ||
      part.includes("/*") ||
      isOpen(place.schema) ||
      place.schema.readOnly === true
    )
      return [];
    const [ofOtherType] = otherTypes(place.schema);
    const wrong = [...(ofOtherType === undefined ? [] : [ofOtherType]), ...outsideOf(document, place)];
    const lists = wrong.map((value) => [...valid.slice(0, -1), withValueAt(last, part, value)]);
    return lists.filter((one) => !fits(one));
  });
}

/** True where the specification leaves open what a value may be. */
function isOpen({ "x-unspecified": gaps }: { readonly "x-unspecified"?: string[] }): boolean {
  return gaps !== undefined;
}

/** Values of types that a schema does not allow, a likely mistake first. */
function otherTypes({ type }: Schema): unknown[] {
  const types = [type ?? []].flat();
  if (types.length === 0) return [];
  const others: Readonly<Record<string, unknown>> = {
    string: "text",
    number: 7,
    boolean: true,
    array: [],
    object: {},
  };
  const isAllowed = (name: string) =>
    types.includes(name) || (name === "number" && types.includes("integer"));
  return Object.entries(others)
    .flatMap(([name, value]) => (isAllowed(name) ? [] : [value]))
    .slice(0, 2);
}
