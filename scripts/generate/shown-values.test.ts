import { type Case, list, move, schemas, spoken, testRefusals } from "./refuse-testing.ts";

const city = [...schemas, "Place", "properties", "city"];
const parameter = [...list, "parameters", "1"];
const body = [...move, "requestBody", "content", "application/json"];

testRefusals([
  [
    "a default outside of its bounds",
    city,
    { type: "integer", maximum: 5, default: 10, ...spoken },
    /10 does not fit its schema: must be <= 5; correct the one or the other/,
    [...city, "default"],
  ],
  [
    "a default in bounds that exclude each other",
    parameter,
    { name: "size", in: "query", schema: { type: "integer", minimum: 50, maximum: 10, default: 20 } },
    /20 does not fit its schema: must be <= 10|must be >= 50/,
    [...parameter, "schema", "default"],
  ],
  [
    "a word for the default of a number",
    parameter,
    { name: "size", in: "query", schema: { type: "integer", default: "ten" } },
    /"ten" does not fit its schema: must be integer/,
    [...parameter, "schema", "default"],
  ],
  [
    "an example of a schema that does not fit",
    [...city, "examples"],
    [7],
    /7 does not fit/,
    [...city, "examples", "0"],
  ],
  [
    "an example of a parameter that does not fit",
    [...list, "parameters", "0", "example"],
    7,
    /7 does not fit its schema: must be string/,
  ],
  [
    "an example of a body that does not fit",
    [...body, "examples"],
    { here: { value: { city: 7 } } },
    /\{"city":7\} does not fit its schema: \/city must be string/,
    [...body, "examples", "here", "value"],
  ],
  ...[["readOnly", { readOnly: true }] as const, ["writeOnly", { writeOnly: true }] as const].map(
    ([side, said]): Case => {
      const id = { type: "string", ...said, ...spoken };
      const item = { type: "object", required: ["id"], properties: { id } };
      return [
        `an example without a required property that is ${side}`,
        [...schemas, "Place"],
        {
          type: "object",
          properties: { all: { type: "array", items: item, ...spoken } },
          examples: [{ all: [{}] }],
        },
        new RegExp(
          `must have required property 'id'; it is ${side}, .*a schema of its own, or leave it out of required`,
        ),
        [...schemas, "Place", "examples", "0"],
      ];
    },
  ),
]);
