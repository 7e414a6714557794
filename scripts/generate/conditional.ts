/** Which operations show an ETag, and which take one in a condition (RFC 9110, sections 8.8.3 and 13.1). */
import { type DescribedOperation, type Document, operationsOf, resolve } from "./document.ts";

/** What the description says of ETags; each is absent where it says nothing. */
export interface Conditional {
  readonly showsETag?: true;
  readonly ifMatch?: "optional" | "required";
  readonly ifNoneMatch?: true;
}

/** What an operation has to do with ETags; a condition counts only where a GET of the same path shows one. */
export function conditionalOf(document: Document, one: DescribedOperation): Conditional {
  const isShown = showsETag(document, one);
  const isRead = one.method === "get";
  const isKnown = operationsOf(document).some(
    (other) => other.method === "get" && other.path === one.path && showsETag(document, other),
  );
  const ifMatch = isKnown && !isRead ? headerOf(one, "if-match") : undefined;
  const isNoneMatch =
    isRead && isShown && "304" in one.operation.responses && headerOf(one, "if-none-match") !== undefined;
  return {
    ...(isShown && { showsETag: true as const }),
    ...(ifMatch !== undefined && { ifMatch: ifMatch.required === true ? "required" : "optional" }),
    ...(isNoneMatch && { ifNoneMatch: true as const }),
  };
}

/** A header parameter by its name in lower case. */
function headerOf({ parameters }: DescribedOperation, name: string) {
  return parameters.find((one) => one.in === "header" && one.name.toLowerCase() === name);
}

/** True where a success is described with an ETag, whether every response has it or not. */
function showsETag(document: Document, { operation }: DescribedOperation): boolean {
  return Object.entries(operation.responses).some(
    ([status, response]) =>
      status.startsWith("2") &&
      Object.keys(resolve(document, response).headers ?? {}).some((name) => name.toLowerCase() === "etag"),
  );
}
