/** Clients that are wrong where an answer breaks off, or another one comes in its place. */
import { type Broken, brokenIn as row, type Swap } from "./ours.ts";
import {
  acting,
  endingAt,
  freshKey,
  hearing,
  idempotencyKey,
  isList,
  isToken,
  isWrite,
  withHeaders,
} from "./wires.ts";

const noMore = () => Response.json({ cards: [] });

/** Takes a page that it cannot read for the end of the list. */
const endsWhereCut = acting(isList, ({ send }) => async (sent) => {
  const answer = await send(sent);
  return answer
    .clone()
    .text()
    .then(() => answer, noMore);
});

/** Makes a write anew, key and all, where it could not read the answer. */
const newKeyWhereCut: Swap = {
  send: ({ send }) => {
    let lost = "";
    return async (sent) => {
      const { [idempotencyKey]: key = "" } = sent.headers;
      const own = isWrite(sent) && key === lost ? withHeaders(sent, { [idempotencyKey]: freshKey() }) : sent;
      const answer = await send(own);
      await answer
        .clone()
        .text()
        .catch(() => {
          lost = key;
        });
      return answer;
    };
  },
};

/** They do one thing right. */
export const brokenInHalves: readonly Broken[] = [
  row("list.part-when-cut", "list.complete", "page-cut", endsWhereCut),
  row("list.part-without-token", "list.complete", "token-ends-in-list-then-no-token", endingAt(401)),
  row("key.new-where-cut", "key.stable", "write-answer-cut", newKeyWhereCut),
  row(
    "token.of-a-page-in-html",
    "bearer.header",
    "token-replaced",
    hearing(isToken, (answer) =>
      answer.headers.get("content-type") === "text/html"
        ? Response.json({ access_token: "undefined", token_type: "Bearer", expires_in: 3600 })
        : answer,
    ),
  ),
];
