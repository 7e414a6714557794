/** Faults of the fields of every response: absent, or with a value that the description does not allow. */
import { type Field, fields } from "../../../generated/fields.ts";
import { api, type Operation, operations, responseSchema } from "../../../generated/operations.ts";
import { requirement } from "../../../generated/requirements.ts";
import { fieldCheckId } from "../../base/field-check-id.ts";
import type { RequestContext, Seams } from "../seams.ts";
import { type Edit, edited, remove, set } from "./changes.ts";
import { breaks, catalogue, type Fault, fault, type Heading, type Row } from "./fault.ts";
import { others, paginated, replaysOf } from "./operations.ts";
import { faultsOfPaged } from "./paged.ts";

/** How the name of a fault ends, where it is not the way in which the value is wrong. */
const endings: Readonly<Record<string, string>> = { pattern: "malformed" };

/** The faults of every field with a requirement. */
export const fieldFaults: readonly Fault[] = catalogue(...fields.flatMap(faultsOf));

function faultsOf(field: Field): (Heading | Row)[] {
  const { pointer, requirement: rule, required, properties, invalid } = field;
  if (required) {
    return properties.flatMap((property) => {
      const at = `${pointer}/${property}`;
      return [
        breaks(
          rule,
          fieldCheckId(rule),
          ...alsoSeen(field, at),
          ...(isSuccess(field) ? [] : replays(field, at)),
        ),
        fault(nameOf(field, at, "missing"), `leaves out ${wordsOf(at)}${inSchema(field, at)}`, {
          reply: editing(field, remove(at)),
        }),
      ];
    });
  }
  const isReplayed = !isSuccess(field) || requirement(rule).basis === "stated";
  return [
    breaks(
      rule,
      fieldCheckId(rule),
      ...alsoSeen(field, pointer),
      ...(isReplayed ? replays(field, pointer) : []),
    ),
    ...invalid.map(({ kind, value }) =>
      fault(
        nameOf(field, pointer, endings[kind] ?? kind),
        `sends ${wordsOf(pointer)} as ${JSON.stringify(value)}${inSchema(field, pointer)}`,
        {
          mayFail: mayBeRefused(field, pointer),
          reply: editing(field, set(pointer, value)),
        },
      ),
    ),
  ];
}

/** Changes the responses that have the schema of a field. */
function editing({ schema }: Field, edit: Edit): Seams["reply"] {
  const change = edited(edit, () => true);
  const has = ({ operation }: RequestContext, status: number) =>
    operation !== null && responseSchema(operations[operation], status) === schema;
  return (reply, context) => (has(context, reply.status) ? change(reply, context) : reply);
}

/** The operations and statuses that a schema is described for. */
function placesOf({ schema }: Field): readonly { id: string; status: string }[] {
  return Object.values<Operation>(operations).flatMap(({ id, responses }) =>
    Object.entries(responses).flatMap(([status, name]) => (name === schema ? [{ id, status }] : [])),
  );
}

function isSuccess(field: Field): boolean {
  return placesOf(field).some(({ status }) => status.startsWith("2"));
}

/** Replayed recordings with a field; of a paginated operation only the first has a cursor for sure. */
function replays(field: Field, pointer: string): string[] {
  const all = placesOf(field).flatMap(({ id, status }) => replaysOf(id, status));
  return paginated.some(({ pages }) => pages.cursor === pointer) ? all.slice(0, 1) : all;
}

/** The checks of what cannot be asked or walked without a field. */
function alsoSeen(field: Field, pointer: string): string[] {
  const places = placesOf(field);
  if (places.some(({ id }) => id === api.token)) return pointer === "/access_token" ? ["token.request"] : [];
  return paginated
    .filter(({ operation }) => places.some(({ id }) => id === operation))
    .map(faultsOfPaged)
    .flatMap(({ pages, checks }) => {
      if (`${pages.items}/`.startsWith(`${pointer}/`)) return checks("list.request");
      const holdsCursor = pages.cursor.startsWith(`${pointer}/`);
      return holdsCursor ? [...checks("page.next-cursor.more"), ...checks("list.iteration.once")] : [];
    });
}

/** Whether operations are accepted that take their path from a field, which is then not what they need. */
function mayBeRefused(field: Field, pointer: string): string[] {
  const lists = paginated.filter(({ pages }) => `${pages.items}/*${pages.id?.pointer}` === pointer);
  const isHere = ({ operation }: { operation: string }) => placesOf(field).some(({ id }) => id === operation);
  return others
    .filter(({ described }) =>
      lists
        .filter(isHere)
        .some((list) =>
          Object.values(described.bindings).some(({ operation }) => operation === list.operation),
        ),
    )
    .map(({ check }) => `accepted.${check}`);
}

/** The area of the rule and the field within its item: card.cardHolder.id-missing, token.type-null. */
function nameOf(field: Field, pointer: string, ending: string): string {
  return `${areaAndPath(field, pointer)}-${ending}${isFirst(field, pointer) ? "" : `.${field.schema}`}`;
}

/** Where several schemas have the field, which one is meant. */
function inSchema(field: Field, pointer: string): string {
  return isFirst(field, pointer) ? "" : ` in ${field.schema}`;
}

function areaAndPath({ requirement: rule }: Field, pointer: string): string {
  const [area = ""] = rule.split(".");
  const path = wordsOf(pointer).replaceAll("_", "-");
  return `${area}.${path.startsWith(`${area}-`) ? path.slice(area.length + 1) : path}`;
}

/** True if no schema before has a field of this name. */
function isFirst(field: Field, pointer: string): boolean {
  const name = areaAndPath(field, pointer);
  const holder = fields.find((other) =>
    (other.required
      ? other.properties.map((property) => `${other.pointer}/${property}`)
      : [other.pointer]
    ).some((at) => areaAndPath(other, at) === name),
  );
  return holder?.schema === field.schema;
}

/** The names on the way to a field from the item that it is in. */
function wordsOf(pointer: string): string {
  return pointer
    .replace(/^.*\*\//, "")
    .replace(/^\//, "")
    .replaceAll("/", ".");
}
