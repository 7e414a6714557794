/** A fault of both writes, and the same fault in only one of them. */
import { operations } from "../../../../generated/operations.ts";
import { fault, type Misbehaviour, type Row } from "../../faults/fault.ts";
import { all, only, type When } from "../../faults/when.ts";
import { checksOf, writes } from "../names.ts";

/** Requests of one of the two writes. */
export const isWrite: When = ({ operation }) => writes.some((write) => write.operation === operation);

/** A fault of both writes, of PATCH alone and of PUT alone. The heading has check ids without their ends. */
export function inWrites(name: string, summary: string, behaviour: Misbehaviour): Row[] {
  return [
    fault(name, summary, { ...behaviour, when: isWrite, checksOf: (checks) => checksOf(checks) }),
    ...writes.map((write) =>
      fault(`${name}.${write.check}`, `${operations[write.operation].method} ${summary}`, {
        ...behaviour,
        when: all(only(write.operation), behaviour.when ?? isWrite),
        checksOf: (checks) => checksOf(checks, [write]),
      }),
    ),
  ];
}
