/** Bills of the second API: each has lines and what they come to, and is a draft until it is sent. */
import type { Flaw } from "./flaws.ts";
import { problem } from "./problem.ts";

/** What is billed, and for how much. */
interface Line {
  readonly what: string;
  readonly amount: number;
}

interface Bill {
  state: "draft" | "sent";
  lines: readonly Line[];
}

/** A request about one bill whose token is good. */
interface BillRequest {
  readonly method: string;
  readonly name: string;
  readonly id: string;
  readonly body: Readonly<Record<string, unknown>>;
}

const isLine = (line: unknown): line is Line =>
  typeof (line as Partial<Line> | null)?.what === "string" && Number.isInteger((line as Line).amount);

/** Keeps bills; four at the beginning, of which every second one was sent. */
export function createBills(flaw: Flaw | undefined) {
  const bills = [1, 2, 3, 4].map(
    (number): Bill => ({
      state: number % 2 === 0 ? "sent" : "draft",
      lines: [
        { what: "paper", amount: number },
        { what: "ink", amount: 10 },
      ],
    }),
  );

  function shown({ state, lines }: Bill, index: number) {
    const counted = flaw === "bill.first-two-summed" ? lines.slice(0, 2) : lines;
    return { id: `BILL${index}`, state, lines, total: counted.reduce((sum, { amount }) => sum + amount, 0) };
  }

  function create(lines: readonly Line[]): Response {
    const bill: Bill = { state: "draft", lines };
    return Response.json(shown(bill, bills.push(bill) - 1), { status: 201 });
  }

  return {
    list: () => bills.map(shown),
    answer({ method, name, id, body }: BillRequest): Response {
      const lines: readonly unknown[] | null = Array.isArray(body.lines) ? body.lines : null;
      if (name !== "sending" && method !== "GET" && (lines === null || !lines.every(isLine)))
        return problem(400, "lines is missing or wrong.");
      if (method === "POST" && name === "bill") return create(lines as readonly Line[]);
      const index = bills.findIndex((_, index) => `BILL${index}` === id);
      const bill = bills[index];
      if (bill === undefined) return problem(404, "There is no such bill.");
      if (method === "GET") return Response.json(shown(bill, index));
      if (bill.state === "sent" && flaw !== `bill.sent-anyway-${method}`)
        return problem(409, "The bill is sent already.");
      if (method === "PUT") bill.lines = lines as readonly Line[];
      else bill.state = "sent";
      return Response.json(shown(bill, index));
    },
  };
}
