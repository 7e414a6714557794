/** What an operation changes in the items of a list. */
import { type Document, operationsOf } from "./document.ts";
import { keptStates } from "./kept-states.ts";
import { linksOf, type PlacedLink, pointerOf } from "./links.ts";
import { listingOf } from "./listings.ts";
import { paginationOf } from "./pages.ts";
import { Refusal } from "./refusal.ts";
import { schemaPlaces } from "./schema-places.ts";
import { bodyOf } from "./schemas.ts";

/**
 * What an operation changes, by a link with `x-changes`; null without one.
 *
 * @throws Refusal where the link does not lead from an item of a list into the same item.
 */
export function changesOf(document: Document, id: string) {
  for (const placed of linksOf(document)) {
    const { from, link, fragment } = placed;
    if (link.operationId !== id || link["x-changes"] === undefined) continue;
    const target = pointerOf(document, placed, link["x-changes"], "/x-changes");
    // What the path of the list names already says in which list the item is.
    const all = Object.entries(link.parameters ?? {});
    const [parameter = "", expression] =
      all.find(([name]) => !from.path.includes(`{${name}}`)) ?? all[0] ?? [];
    const source = pointerOf(document, placed, expression, `/parameters/${parameter}`);
    const list = paginationOf(document, from) ?? listingOf(document, from);
    if (list === null) {
      throw new Refusal(
        `${fragment}/x-changes`,
        `${from.id}: x-changes leads into an item of a list, and ${from.id} is none that is known: no link leads to its next page, nor from an item to a path one level below; add that link, or leave out x-changes`,
      );
    }
    const item = `${list.items}/0`;
    if (!target.startsWith(item) || !source.startsWith(`${item}/`)) {
      throw new Refusal(
        `${fragment}/x-changes`,
        `${from.id}: x-changes and the parameter have to lead into one item of a list, such as ${item}/…; of what is not listed, leave out x-changes`,
      );
    }
    const changed = changedBy(document, id, placed, target);
    const inItem = changed.target.slice(item.length);
    const one = operationsOf(document).find((other) => other.id === id);
    const kept =
      one === undefined || placed.page === null
        ? []
        : keptStates(document, one, { page: placed.page, items: list.items, target: inItem });
    return {
      operation: from.id,
      parameter,
      id: source.slice(item.length),
      ...changed,
      target: inItem,
      ...(kept.length > 0 && { kept }),
    };
  }
  return null;
}

/**
 * What a body changes, where a link names a part. Where the body is not that part itself, it is the property of its name,
 * such as `name` for a target `/name` that is no object with a `name` of its own; where other properties of the body stand
 * beside the part as well, what holds all of them.
 */
function changedBy(
  document: Document,
  id: string,
  { page }: PlacedLink,
  target: string,
): { readonly target: string; readonly member?: string } {
  const [holder, name] = [target.slice(0, target.lastIndexOf("/")), target.split("/").at(-1) ?? ""];
  const one = operationsOf(document).find((other) => other.id === id);
  const body = one === undefined ? null : bodyOf(document, one);
  const propertiesAt = (fragment: string, pointer: string) =>
    schemaPlaces(document, fragment).flatMap((place) =>
      place.property !== null && place.pointer === `${pointer}/${place.property}` ? [place.property] : [],
    );
  const shownAt = (pointer: string) => propertiesAt(page ?? "", pointer.replace(/\/[0-9]+(?=\/|$)/g, "/*"));
  const asked = body === null ? [] : propertiesAt(body.fragment, "");
  if (!asked.includes(name) || shownAt(target).includes(name)) return { target };
  const beside = shownAt(holder);
  return asked.filter((property) => beside.includes(property)).length > 1
    ? { target: holder }
    : { target, member: name };
}
