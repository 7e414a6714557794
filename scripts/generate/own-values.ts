/** What sandbox, client and suite make themselves, and a description has to allow. */
import type { Ajv2020 } from "ajv/dist/2020.js";
import { fillPath } from "../../src/request/path.ts";
import { validatorAt } from "./ajv.ts";
import { constantsOf } from "./constants.ts";
import type { DescribedOperation, Document } from "./document.ts";
import { paginationOf } from "./pages.ts";
import { Refusal } from "./refusal.ts";
import { samplesOf } from "./sample-values.ts";
import { placeAt } from "./schema-places.ts";
import { answersOf } from "./schemas.ts";

/** A cursor as the sandbox issues it: as long as one, and with every kind of character that one may have. */
const ownCursor = "AZ+/az09AZ+/az09AZ+/ag==";

/** Refuses a list whose cursor has to look otherwise than that of the sandbox, such as a URL or a number. */
export function refuseOtherCursors(document: Document, ajv: Ajv2020, one: DescribedOperation): void {
  const paged = paginationOf(document, one);
  for (const page of paged === null ? [] : answersOf(document, one, "2")) {
    const place = placeAt(document, page, paged?.cursor ?? "");
    if (place === undefined || validatorAt(ajv, place.fragment)(ownCursor)) continue;
    throw new Refusal(
      place.fragment,
      `${one.id}: a cursor is a text that only the server reads, such as ${ownCursor} of the sandbox; let its schema be a string without a format or pattern`,
    );
  }
}

/**
 * UUIDs of version 4, with each digit wherever one of them may have it: longer and shorter keys, and those of other
 * signs, are tried by the suite as well, but nobody has to take them.
 */
const ownKeys = [..."0123456789abcdef"].map((digit, index) => {
  const [four, twelve] = [digit.repeat(4), digit.repeat(12)];
  return `${four}${four}-${four}-4${digit.repeat(3)}-${"89ab"[index % 4]}${digit.repeat(3)}-${twelve}`;
});

/** Refuses a header of the idempotency key that has no place for what client and suite send. */
export function refuseOtherKeys(document: Document, ajv: Ajv2020, { parameters }: DescribedOperation): void {
  const { idempotencyKey } = constantsOf(document).headers;
  for (const { in: place, name, schema, fragment } of parameters) {
    if (place !== "header" || name !== idempotencyKey || schema === undefined) continue;
    const validate = validatorAt(ajv, `${fragment}/schema`);
    const unfit = ownKeys.find((key) => !validate(key));
    if (unfit === undefined) continue;
    throw new Refusal(
      `${fragment}/schema`,
      `the header ${name} takes no key such as ${unfit}, and client and suite send UUIDs; let its schema allow each of them`,
    );
  }
}

/** Refuses a path parameter that is no single segment of a path, such as an id with a slash: the client sends none. */
export function refuseOtherPaths(document: Document, { id, parameters }: DescribedOperation): void {
  const sample = samplesOf(document)[id]?.path ?? {};
  for (const { in: place, name, fragment } of parameters) {
    const value = sample[name];
    if (place !== "path" || value === undefined || isSegment(value)) continue;
    throw new Refusal(
      fragment,
      `${id}: the path parameter ${name} would be ${JSON.stringify(value)}, which is no single segment of a path; let its schema, and the example that it is taken from, be without slashes`,
    );
  }
}

function isSegment(value: string): boolean {
  try {
    fillPath("{value}", { value });
    return true;
  } catch {
    return false;
  }
}
