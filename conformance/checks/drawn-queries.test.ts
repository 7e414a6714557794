/** What shows only with certain queries: their order, a size of one item, a parameter that nobody knows. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "../../generated/operations.ts";
import { runDefaults } from "../run/options.ts";
import { type Seams, specified } from "../sandbox/seams.ts";
import { proofRun } from "../selftest/in-memory.ts";
import { idsWith } from "../selftest/verdicts.ts";

const { parameter, pageSize } = operations.listCards.paginated;
const usual = pageSize.default;

for (const [name, section, seams, expected] of [
  [
    "a size that counts only where it comes first",
    "list.",
    {
      page: (asked, context) => {
        const { items, start } = asked;
        const { request } = context;
        return [...request.query.keys()].indexOf(pageSize.parameter) > 0 && request.query.has(parameter)
          ? {
              items: items.slice(start, start + usual),
              next: start + usual < items.length ? start + usual : null,
            }
          : specified.page(asked, context);
      },
    },
    "list.limit.exact",
  ],
  [
    "a last item that pages of one never reach",
    "list.",
    {
      page: (asked, context) => {
        const page = specified.page(asked, context);
        return asked.limit === 1 && asked.start + 2 >= asked.items.length ? { ...page, next: null } : page;
      },
    },
    "list.iteration.once",
  ],
  [
    "a bad signature beside a parameter that nobody knows",
    "signature.invalid",
    {
      skipsCheck: (condition, { request }) => condition === "signature.bad" && request.query.has("x"),
    },
    "signature.invalid.patch",
  ],
] satisfies [string, string, Partial<Seams>, string][]) {
  test(`${name} is found`, async () => {
    const { cases } = runDefaults;
    const select = ({ id }: { id: string }) => id.startsWith(section);
    const result = await proofRun({ select, sandbox: { faults: [seams] }, run: { cases } });
    assert.ok(idsWith(result, "failed").includes(expected), idsWith(result, "failed").join(" "));
    assert.deepEqual(idsWith(result, "broken"), []);
  });
}
