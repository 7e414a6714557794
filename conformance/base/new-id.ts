/** New ids, in the form of those that are there. */
import { randomInt, randomUUID } from "node:crypto";

/** How many ids of each kind are tried. */
const tries = 500;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/**
 * An id in the form of another one: a UUID for a UUID, and else with other digits by chance, with more of them where that
 * is not enough, and with other letters where there is no room for more.
 *
 * @returns null where none is free.
 */
export function newId(like: string, isFree: (id: string) => boolean): string | null {
  for (const make of uuid.test(like) ? [otherUuid] : [withOtherDigits, longer, withOtherLetters])
    for (let time = 0; time < tries; time += 1) {
      const id = make(like);
      if (id !== like && isFree(id)) return id;
    }
  return null;
}

function otherUuid(like: string): string {
  const id = randomUUID();
  return like === like.toLowerCase() ? id : id.toUpperCase();
}

/** What does not begin with 0 goes on not to: a service may take 07 for 7. */
function withOtherDigits(like: string): string {
  return like.replace(/\d/g, (digit, at: number) =>
    String(digit !== "0" && !/\d/.test(like[at - 1] ?? "") ? randomInt(1, 10) : randomInt(10)),
  );
}

function longer(like: string): string {
  return `${withOtherDigits(like)}${randomInt(1_000_000)}`;
}

function withOtherLetters(like: string): string {
  return withOtherDigits(like).replace(/[a-z]/gi, (letter) => {
    const other = capitals[randomInt(capitals.length)] ?? letter;
    return letter === letter.toLowerCase() ? other.toLowerCase() : other;
  });
}
