import { isDeepStrictEqual } from "node:util";
import { type Document, methods, operationsOf } from "../generate/document.ts";
import { namesOf, valueAt } from "../kit/json-pointer.ts";
import { aligned } from "./align.ts";
import { expand } from "./expand.ts";
import { type Impact, impactOf } from "./impact.ts";
import { normalForm } from "./normal-form.ts";
import { type RedoclyChange, redoclyChanges } from "./redocly-changes.ts";
import { memberWord, operationPart } from "./subject.ts";
import { unseenChanges } from "./unseen-changes.ts";
import { changeOf } from "./words.ts";

/** One change of the description. */
export interface Change {
  readonly impact: Impact;
  /** Where, in readable form: `GET /v1/card` or `document`. */
  readonly place: string;
  /** What changed, in one sentence, with names and values. */
  readonly what: string;
}

/**
 * The changes between two descriptions, those that Redocly's compatibility rules find and those that it passes over.
 * A change of what operations share is told of each of them.
 *
 * @throws Error with Redocly's words when it cannot compare them.
 */
export function describedChanges(base: Document, revision: Document): Change[] {
  const after = normalForm(expand(revision));
  const { before, changes } = aligned(normalForm(expand(base)), after);
  const all = [...changes, ...redoclyChanges(before, after), ...unseenChanges(before, after)].flatMap(
    (change) => {
      const impact = impactOf(change);
      return told(change, before, after).map(([place, what]) => ({ impact, place, what }));
    },
  );
  return all.filter((change, index) => all.findIndex((other) => isDeepStrictEqual(other, change)) === index);
}

/** Place and words of a change, once for each operation that it concerns. */
function told(change: RedoclyChange, before: Document, after: Document): [place: string, what: string][] {
  const names = namesOf(change.path).filter((name) => name !== "");
  const [root, route = "", method = "", ...rest] = names;
  if (root === "components" && route === "securitySchemes" && method !== "") {
    const subject = `security scheme \`${method}\``;
    const places = [...new Set([...usersOf(before, method), ...usersOf(after, method)])];
    return (places.length === 0 ? ["components"] : places).map((place) => [place, sentence(subject, change)]);
  }
  if (root !== "paths") {
    const { url, name = url } = olderNode(change, 2, before, after);
    // A place in a list, of servers or tags, tells nobody which one it is.
    const isListed = /^[0-9]+$/.test(route) && name !== undefined;
    const subject = isListed ? [`\`${name}\``, ...names.slice(2)] : names.slice(1);
    return [[root ?? "document", sentence(subject.join(" › "), change)]];
  }
  if (names.length === 2)
    return operationsIn(change, route).map((one) => [one.place, sentence(one.subject, change)]);
  if (!isMethod(method)) return [[route, sentence(names.slice(2).join(" › "), change)]];
  // The older name of an operation is the one that partners know.
  const item = before.paths[route]?.[method] ?? after.paths[route]?.[method];
  const id = item?.operationId ?? "";
  const place = `${method.toUpperCase()} ${route}`;
  if (rest.length === 0) return [[place, sentence(`operation ${id}`, change)]];
  if (change.property === "key") {
    const whole = operationPart(rest.slice(0, -2), id);
    const renamed = changeOf(memberWord(rest.at(-2) ?? ""), change.base?.value, change.revision?.value);
    return [[place, `${whole}: ${renamed}`]];
  }
  const { name: parameter } = olderNode(change, 5, before, after);
  // All fields at once: each has its name.
  const fields =
    rest.at(-1) === "properties" ? Object.keys((change.base ?? change.revision)?.value ?? {}) : [];
  const parts = fields.length === 0 ? [rest] : fields.map((field) => [...rest, field]);
  return parts.map((part) => [place, sentence(operationPart(part, id, parameter), change)]);
}

/** A sentence about a subject; about the place itself where the subject is empty. */
function sentence(subject: string, { kind, property = "", base, revision }: RedoclyChange): string {
  const start = subject === "" ? "the whole" : subject;
  if (kind === "removed") return `${start} was removed`;
  if (kind === "added") {
    const { required } = (revision?.value ?? {}) as { required?: unknown };
    return `${start} is new${required === true ? " and required" : ""}`;
  }
  const words = changeOf(property, base?.value, revision?.value);
  return subject === "" ? words : `${subject}: ${words}`;
}

function isMethod(name: string): name is (typeof methods)[number] {
  return (methods as readonly string[]).includes(name);
}

/** Operations of a path that is added or removed as a whole, or whose own keys change. */
function operationsIn(
  { kind, base, revision }: RedoclyChange,
  route: string,
): { place: string; subject: string }[] {
  const item = ((kind === "removed" ? base : revision)?.value ?? {}) as Document["paths"][string];
  const own = methods.filter((method) => kind !== "modified" && item[method] !== undefined);
  if (own.length === 0) return [{ place: route, subject: "" }];
  return own.map((method) => ({
    place: `${method.toUpperCase()} ${route}`,
    subject: `operation ${item[method]?.operationId ?? ""}`,
  }));
}

/** Operations, as `GET /v1/card`, that name a security scheme. */
function usersOf(document: Document, scheme: string): string[] {
  return operationsOf(document)
    .filter(({ operation }) => operation.security?.some((alternative) => scheme in alternative))
    .map(({ method, path }) => `${method.toUpperCase()} ${path}`);
}

/** What a change lies in, so many names below the root, as it was before if it was there. */
function olderNode(
  { base, revision }: RedoclyChange,
  depth: number,
  before: Document,
  after: Document,
): { name?: string; url?: string } {
  const side = base === undefined ? { document: after, at: revision } : { document: before, at: base };
  return valueAt(side.document, namesOf(side.at?.pointer ?? "").slice(0, depth)) ?? {};
}
