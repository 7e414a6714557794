/** What a change is about, in words, from the names along its JSON pointer. */

/** The collections of a description whose members have names, and what one member is called. */
const members: Readonly<Record<string, string>> = {
  content: "media type",
  examples: "example",
  headers: "header",
  links: "link",
};

/** What a member of a collection is called, as "media type" for one of `content`. */
export function memberWord(collection: string): string {
  return members[collection] ?? collection;
}

/**
 * The part of an operation that some names lead to.
 *
 * @param names - Names from the operation on, as `["responses", "200", "content", "application/json", "schema"]`.
 * @param operation - Its operationId.
 * @param parameter - Name of the parameter, where they lead to or into one.
 * @returns For example "parameter `limit` of listCards" or "field `cards[].id` in the 200 response of listCards".
 */
export function operationPart(names: readonly string[], operation: string, parameter = "?"): string {
  const [part, key = "", ...rest] = names;
  if (part === "parameters" && key !== "") return partOf(rest, `parameter \`${parameter}\` of ${operation}`);
  if (part === "requestBody") return partOf(names.slice(1), `the request body of ${operation}`);
  if (part === "responses" && key !== "") {
    const response = `the ${key} response of ${operation}`;
    return partOf(rest, response, `the body of ${response}`);
  }
  return partOf(names, operation);
}

/** `body` is what the root of a schema is called: a response is more than its body, a request body is not. */
function partOf(names: readonly string[], whole: string, body = whole): string {
  const [collection = "", name, ...rest] = names;
  // What is inside a header speaks of that header alone, not of the body beside it.
  if (collection === "headers" && rest.length > 0)
    return partOf(rest, `${memberWord(collection)} \`${name}\` of ${whole}`);
  const schema = names.indexOf("schema");
  if (schema !== -1) {
    const field = fieldOf(names.slice(schema + 1));
    return field === "" ? body : `field \`${field}\` in ${whole}`;
  }
  if (names.length === 0) return whole;
  // Below the media type stands what belongs to it; which one it is matters only to itself.
  if (names[0] === "content" && names.length > 2) return partOf(names.slice(2), whole);
  const word = name === undefined ? collection : `${memberWord(collection)} \`${name}\``;
  return rest.length === 0 ? `${word} of ${whole}` : `${rest.join(" › ")} in ${word} of ${whole}`;
}

/** The way to a field as it is written in code: `cards[].limits.daily`. */
function fieldOf(names: readonly string[]): string {
  let field = "";
  for (let at = 0; at < names.length; at += 1) {
    if (names[at] === "items") field += "[]";
    else if (names[at] === "properties") {
      at += 1;
      field += `${field === "" ? "" : "."}${names[at] ?? "*"}`;
    } else field += ` ${names[at]}`;
  }
  return field.trim();
}
