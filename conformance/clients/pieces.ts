/** Answers whose bodies arrive in pieces: what reads them sees where a message ends, not what came at once. */
import { setTimeout } from "node:timers/promises";
import type { SendAnswer } from "../sandbox/serve.ts";

/** Bytes of the longest piece. */
const longest = 500;
/** Milliseconds between two pieces: so many that a client reads the one before it sees the next one. */
const pauseMs = 5;

/** Where the pieces of a body end: within a character that takes several bytes (RFC 3629), and before they are too long. */
export function endsOf(body: Uint8Array): readonly number[] {
  const ends: number[] = [];
  for (let at = 1; at < body.length; at += 1) {
    const isWithin = (body[at] ?? 0) >> 6 === 0b10 && (body[at - 1] ?? 0) >> 6 === 0b11;
    if (isWithin || at - (ends.at(-1) ?? 0) === longest) ends.push(at);
  }
  return [...ends, body.length];
}

/** Sends an answer with its body in pieces. Never rejects: who has gone away has not read it. */
export const sendInPieces: SendAnswer = async (outgoing, { status, headers, body }) => {
  outgoing.writeHead(status, [...headers, ["content-length", String(body.length)]].flat());
  let start = 0;
  for (const end of endsOf(body)) {
    outgoing.write(body.subarray(start, end));
    start = end;
    await setTimeout(pauseMs);
  }
  outgoing.end();
};
