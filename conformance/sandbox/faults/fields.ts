/** Faults of the fields of every response: absent, or with a value that the description does not allow. */
import { type Field, fields } from "../../../generated/fields.ts";
import { api, type Operation, operations, responseSchema } from "../../../generated/operations.ts";
import { requirement } from "../../../generated/requirements.ts";
import type { RequestContext, Seams } from "../seams.ts";
import { type Edit, edited, remove, set } from "./changes.ts";
import { breaks, catalogue, type Fault, fault, type Heading, type Row } from "./fault.ts";
import { paginated, replaysOf } from "./operations.ts";

/** How the name of a fault ends, where it is not the way in which the value is wrong. */
const endings: Readonly<Record<string, string>> = { pattern: "malformed" };

/** The faults of every field with a requirement. */
export const fieldFaults: readonly Fault[] = unique(catalogue(...fields.flatMap(faultsOf)));

function faultsOf(field: Field): (Heading | Row)[] {
  const { pointer, requirement: rule, required, properties, invalid } = field;
  if (required) {
    return properties.flatMap((property) => {
      const at = `${pointer}/${property}`;
      return [
        breaks(rule, rule, ...alsoSeen(field, at), ...(isSuccess(field) ? [] : replays(field, at))),
        fault(nameOf(field, at, "missing"), `leaves out ${wordsOf(at)}`, {
          reply: editing(field, remove(at)),
        }),
      ];
    });
  }
  const isReplayed = !isSuccess(field) || requirement(rule).basis === "stated";
  return [
    breaks(rule, rule, ...alsoSeen(field, pointer), ...(isReplayed ? replays(field, pointer) : [])),
    ...invalid.map(({ kind, value }) =>
      fault(
        nameOf(field, pointer, endings[kind] ?? kind),
        `sends ${wordsOf(pointer)} as ${JSON.stringify(value)}`,
        {
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

/** The checks without which nothing can be asked, where a field is needed for everything else. */
function alsoSeen(field: Field, pointer: string): string[] {
  const places = placesOf(field);
  if (places.some(({ id }) => id === api.token)) return pointer === "/access_token" ? ["token.request"] : [];
  return paginated.flatMap(({ operation, pages, end }) =>
    pages.items === pointer && places.some(({ id }) => id === operation) ? [`list.request${end}`] : [],
  );
}

/** The area of the rule and the field within its item: card.cardHolder.id-missing, token.type-null. */
function nameOf({ requirement: rule }: Field, pointer: string, ending: string): string {
  const [area = ""] = rule.split(".");
  const path = wordsOf(pointer).replaceAll("_", "-");
  return `${area}.${path.startsWith(`${area}-`) ? path.slice(area.length + 1) : path}-${ending}`;
}

/** The names on the way to a field from the item that it is in. */
function wordsOf(pointer: string): string {
  return pointer
    .replace(/^.*\*\//, "")
    .replace(/^\//, "")
    .replaceAll("/", ".");
}

/** The first fault of each name; others get the name of the requirement, which is another one. */
function unique(all: readonly Fault[]): Fault[] {
  const names = new Set<string>();
  return all.map((one) => {
    const name = names.has(one.name) ? `${one.name}.${one.breaks.replaceAll(".", "-")}` : one.name;
    names.add(name);
    return name === one.name ? one : { ...one, name, summary: `${one.summary} (${one.breaks})` };
  });
}
