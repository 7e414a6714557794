/** Which defects a request of an operation can have: by its token, its signed headers, its own schema, and its path. */
import { api } from "../../../generated/operations.ts";
import type { Alteration, SignedParts } from "../../wire/alteration.ts";
import { sampleParts } from "../../wire/signed-string.ts";
import { isOtherString } from "../../wire/signing-mistakes.ts";
import { type DefectCheck, rulesOf, tokenDefects } from "../defects.ts";
import { headerDefects } from "../header-defects.ts";
import type { DefectRow } from "./defect.ts";
import { demandRows } from "./demands.ts";
import { type Described, idOf, pathParameters, type Row } from "./operation.ts";
import { unconditionalRows } from "./precondition.ts";
import { unknownItemRows } from "./unknown-item.ts";

/** Every defect for which a request of an operation must be refused. */
export function defectRowsOf(one: Described): readonly DefectRow[] {
  return [
    ...[...tokenDefects, ...headerDefects].flatMap((row) => rowFor(one, row)),
    ...demandRows(one),
    ...unknownItemRows(one),
    ...unconditionalRows(one),
  ];
}

/** A row of the catalogue with those of its defects that the operation can have; none if there are none. */
function rowFor(one: Described, row: DefectCheck): DefectRow[] {
  const { id, title, rule, needsClock, alterations } = row;
  const requirements = rulesOf(row, one.row.requirement);
  const defects = alterations
    .filter((alteration) => isDefect(one.row, alteration))
    .map((alteration) => ({ check: idOf(id, one), alteration, rule }));
  return defects.length === 0
    ? []
    : [{ family: id, title, requirements, defects, needsClock: needsClock === true }];
}

/** What the signature of some request of the operation covers. */
function partsOf(row: Row): SignedParts {
  const apiPath = row.path.replace(/\{\w+\}/g, "one");
  const values = pathParameters(row).map(() => "one");
  return { ...sampleParts, method: row.method, path: apiPath, apiPath, fullPath: apiPath, values };
}

/** True if a request of the operation is no longer as specified with this alteration. */
export function isDefect(row: Row, alteration: Alteration): boolean {
  const { scopes, idempotencyKey, timestamp, signature, signed, signing, foreignKey } = alteration;
  if (scopes !== undefined) {
    const lacking = api.scopes.filter((scope) => !scopes.includes(scope));
    return lacking.some((scope) => row.scopes?.includes(scope) === true);
  }
  const isOfSignature = [timestamp, signature, signed, signing, foreignKey].some(
    (part) => part !== undefined,
  );
  if (idempotencyKey !== undefined) {
    if (row.idempotent !== null && row.keyIsOptional !== true) return true;
    if (!isOfSignature) return false;
  }
  if (!isOfSignature) return true;
  if (row.signed === null) return false;
  if (signed === undefined) return true;
  // Signed for GET, for example, is what a signed GET has to be.
  return isOtherString({ signed }, partsOf(row));
}
