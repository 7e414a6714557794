/** How a server accepts writes: as specified, with a usual mistake in signing, or with another media type. */
import { isDeepStrictEqual } from "node:util";
import type { Alteration } from "./alteration.ts";
import { sampleParts, signedString } from "./signed-string.ts";
import { type SigningMistake, signingMistakes } from "./signing-mistakes.ts";

/** A way of sending a write other than specified: a usual mistake in signing it, or another media type. */
export type WriteWay = Pick<
  Alteration,
  "description" | "signed" | "signing" | "timestamp" | "contentType"
> & {
  readonly id: string;
  /** The open question behind it: a server that expects it breaks no rule. */
  readonly open?: string;
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
  const inWay = (seconds: number, margin: number): string | null => {
    const value = altered?.(seconds, margin) ?? null;
    return value !== null && asSent !== undefined && /^[0-9]+$/.test(value)
      ? asSent(Number(value), margin)
      : value;
  };
  return {
    ...way,
    ...alteration,
    signing: { ...way.signing, ...alteration.signing },
    ...(altered === undefined ? {} : { timestamp: inWay }),
  };
}

/** True for an alteration that produces exactly the request this server expects: there it is not a defect. */
export function isWanted(way: WriteWay | null, alteration: Alteration): boolean {
  if (way === null || (alteration.signed === undefined && alteration.signing === undefined)) return false;
  const { description: _, signed, signing, ...others } = alteration;
  const wanted = (one: Pick<Alteration, "signed" | "signing">) => [
    (one.signed ?? signedString)(sampleParts),
    one.signing ?? {},
  ];
  return (
    Object.keys(others).length === 0 && isDeepStrictEqual(wanted(inForm(way, alteration) ?? {}), wanted(way))
  );
}
