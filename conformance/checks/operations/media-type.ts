/** Responses have the media type that the description shows, where it tells several of JSON apart. */
import { statusKey } from "../../../generated/operations.ts";
import { validators } from "../../../generated/validators.js";
import { type Exchange, header, succeeded } from "../../wire/exchange.ts";
import { type Check, held, missing } from "../kit/check.ts";
import { type Fact, lastingIfSeveral, violations } from "../kit/verdict.ts";
import { type Described, nameOf, operationCheck, type Row } from "./operation.ts";

/** The check of every response that is seen of an operation; none where no media type of its own is described. */
export function mediaTypeCheck(one: Described): Check[] {
  const { row } = one;
  if (row.mediaTypes === undefined) return [];
  return operationCheck(one, {
    family: "media-type",
    title: "every response has the media type that is shown for its status",
    stage: "log",
    // It looks at what other checks have sent.
    access: "read",
    run: async (run) => {
      const sent = run.probe.session.exchanges.filter(({ operation }) => operation === row.id);
      const facts = sent.flatMap((exchange) => judgeMediaType(row, exchange));
      return facts.length > 0
        ? lastingIfSeveral(facts)
        : [missing("no response with such a media type was seen")];
    },
  });
}

/** Judges one response; nothing where none is shown for its status, or where it is not the one that is shown. */
export function judgeMediaType(row: Row, exchange: Exchange): Fact[] {
  const { response } = exchange;
  if (response === null || response.json === undefined) return [];
  // Within a range of refusals, others may answer as well.
  const key = succeeded(exchange) ? statusKey(row, response.status) : String(response.status);
  const [expected, schema] = [row.mediaTypes?.[key], row.responses[key] ?? null];
  const isShown = succeeded(exchange) || (schema !== null && validators[schema](response.json));
  if (expected === undefined || !isShown) return [];
  const type = (header(exchange, "content-type") ?? "").replace(/;.*/s, "").trim().toLowerCase();
  if (type === expected) return [held("every response had its media type", exchange.id)];
  return violations({
    message: `${nameOf(row)} was answered with ${response.status} in another media type than is shown.`,
    expected: [`${expected}, with or without parameters`],
    received: type === "" ? "no content type" : type.slice(0, 200),
    exchanges: [exchange.id],
  });
}
