/** How a server accepts writes: what the specification leaves open, and what the server gets wrong. */
import { isDeepStrictEqual } from "node:util";
import { operations } from "../../generated/operations.ts";
import type { GapId } from "../../generated/requirements.ts";
import { documentedLimits, limitFields } from "../base/limits.ts";
import type { Alteration, SignedParts } from "./alteration.ts";
import { type SigningMistake, signingMistakes } from "./signing-mistakes.ts";

/** The two operations that change limits. */
export const writeOperations = ["updateCardLimits", "replaceCardLimits"] as const;

/** The name of an operation that changes limits. */
export type WriteOperation = (typeof writeOperations)[number];

/** True for the name of an operation that changes limits. */
export function isWriteOperation(operation: unknown): operation is WriteOperation {
  return writeOperations.some((name) => name === operation);
}

/** A way of sending a write other than specified: a usual mistake in signing it, or another media type. */
export type WriteWay = Pick<
  Alteration,
  "description" | "signed" | "signing" | "timestamp" | "contentType"
> & {
  readonly id: string;
  readonly open?: GapId;
};

/** Every other way to try a write that is refused as specified. */
export const writeWays: readonly WriteWay[] = [
  ...signingMistakes.map((mistake: SigningMistake) => mistake),
  {
    id: "content-type.json",
    description: "sent with the content type application/json",
    contentType: "application/json",
  },
];

/** The way with this id; null for the specified one, and for an unknown id. */
export function writeWay(id: string | null): WriteWay | null {
  return writeWays.find((way) => way.id === id) ?? null;
}

/** An alteration of a write that is otherwise sent in the way this server accepts. */
export function inForm(way: WriteWay | null, alteration: Alteration | undefined): Alteration | undefined {
  if (way === null || alteration === undefined) return alteration ?? way ?? undefined;
  const { timestamp: asSent } = way;
  const { timestamp: altered } = alteration;
  const inWay = (seconds: number): string | null => {
    const value = altered?.(seconds) ?? null;
    return value !== null && asSent !== undefined && /^[0-9]+$/.test(value) ? asSent(Number(value)) : value;
  };
  return {
    ...way,
    ...alteration,
    signing: { ...way.signing, ...alteration.signing },
    ...(altered === undefined ? {} : { timestamp: inWay }),
  };
}

const { method, path: apiPath } = operations.updateCardLimits;
const fullPath = `/prefix${apiPath}`;
const sample: SignedParts = {
  method,
  path: fullPath,
  timestamp: "1700000000",
  apiPath,
  fullPath,
  query: "?a=b",
  origin: "https://api.example.com",
  body: "{}",
  idempotencyKey: "key",
};

/** True for an alteration that produces exactly the request this server expects: there it is not a defect. */
export function isWanted(way: WriteWay | null, alteration: Alteration): boolean {
  if (way === null || (alteration.signed === undefined && alteration.signing === undefined)) return false;
  const { description: _, signed, signing, ...others } = alteration;
  const wanted = (one: Pick<Alteration, "signed" | "signing">) => [
    one.signed?.(sample) ?? sample.method + sample.path + sample.timestamp,
    one.signing ?? {},
  ];
  return (
    Object.keys(others).length === 0 && isDeepStrictEqual(wanted({ ...way, ...alteration }), wanted(way))
  );
}

/** Bodies of PUT to try, in this order; the specification does not show one (gap.put.body). */
const putBodies = {
  limits: (limits: Limits, daily: unknown): unknown => ({ ...documentedLimits({ limits }), daily }),
  amounts: (limits: Limits, daily: unknown): unknown => {
    const { daily: _, ...others } = documentedLimits({ limits });
    const amounts = limitFields.filter((field) => field !== "approvalBased" && field in others);
    return { daily, ...Object.fromEntries(amounts.map((field) => [field, others[field]])) };
  },
  wrapped: (limits: Limits, daily: unknown): unknown => ({
    limits: { ...documentedLimits({ limits }), daily },
  }),
} as const;

type Limits = Readonly<Record<string, unknown>>;

/** The name of a PUT body: an answer to gap.put.body. */
export type PutBodyName = keyof typeof putBodies;

/** The names of the PUT bodies, in the order in which they are tried. */
export const putBodyNames = Object.keys(putBodies) as readonly PutBodyName[];

/** A form in which a server has accepted writes of an operation. */
export interface WriteForm {
  readonly operation: WriteOperation;
  /** null for the specified way. */
  readonly way: WriteWay | null;
  /** Which PUT body; meaningless for PATCH. */
  readonly body: PutBodyName;
}

/** The form shown in the specification, if it shows one. */
export function specifiedForm(operation: WriteOperation): WriteForm {
  return { operation, way: null, body: "limits" };
}

/** True if writes in both forms are sent in the same way. */
export function isSameForm(a: WriteForm, b: WriteForm): boolean {
  return a.operation === b.operation && a.way?.id === b.way?.id && a.body === b.body;
}

/** This form with each possible body of its operation. */
export function bodyForms(form: WriteForm): readonly WriteForm[] {
  return form.operation === "updateCardLimits" ? [form] : putBodyNames.map((body) => ({ ...form, body }));
}

/** The body of a write in this form that sets `daily`; in a PUT, the other limits keep their given values. */
export function bodyIn({ operation, body }: WriteForm, limits: Limits, daily: unknown): unknown {
  return operation === "updateCardLimits" ? { daily } : putBodies[body](limits, daily);
}
