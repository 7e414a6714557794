/** Rules for clients that rest on what cards and their limits are. */
import { type Operation, operations } from "../../../generated/operations.ts";
import { type Samples, samples } from "../../../generated/samples.ts";
import { isObject } from "../../base/shape.ts";
import { each, type Rule } from "../rule.ts";
import { ofRow } from "../rules/writes.ts";
import { jsonOf } from "../view.ts";

const described: Readonly<Record<string, Operation | undefined>> = operations;
const shown: Readonly<Record<string, Samples | undefined>> = samples;
const bodies = (shown.updateCardLimits?.bodies ?? []).filter(isObject);

/** The limits that are amounts; none where the description has no PATCH of them. */
export const amounts: readonly string[] = (described.updateCardLimits?.bodyFields ?? []).filter((name) =>
  bodies.some((body) => typeof body[name] === "number"),
);

/** The rules. */
export const cardRules: readonly Rule[] = [
  {
    id: "client.patch.numbers",
    how: "Let the client change a limit.",
    judge: ({ writes }) =>
      each(
        ofRow(writes, "client.patch.numbers").filter((seen) => isObject(jsonOf(seen))),
        "amounts are numbers",
        (seen) => {
          const body = jsonOf(seen) as Record<string, unknown>;
          const wrong = amounts.filter((name) => body[name] != null && typeof body[name] !== "number");
          return wrong.length === 0
            ? null
            : {
                message: "An amount is not sent as a number.",
                expected: `numbers for ${wrong.join(", ")}`,
                received: wrong.map((name) => JSON.stringify(body[name])).join(", "),
              };
        },
      ),
  },
];
