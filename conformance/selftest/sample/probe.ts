/** What a partner does to tell a faulty server from a conforming one. */
import type { OperationId } from "../../../generated/operations.ts";
import type { Draft } from "./draft.ts";
import type { Partner } from "./partner.ts";

/** A request, or a short sequence of requests, of one operation. */
export interface Probe {
  readonly operation: OperationId;
  readonly name: string;
  readonly run: (partner: Partner) => Promise<unknown>;
}

/** A part of a probe: everything but the operation. */
export type ProbeOf = (operation: OperationId) => Probe;

/** A probe that does something, for whichever operation. */
export const does =
  (name: string, run: (partner: Partner, operation: OperationId) => Promise<unknown>): ProbeOf =>
  (operation) => ({ operation, name, run: (partner) => run(partner, operation) });

/** A probe of one request that departs from the specified one. */
export const sends = (name: string, change: (draft: Draft, partner: Partner) => Partial<Draft>): ProbeOf =>
  does(name, (partner, operation) => {
    const draft = partner.draft(operation);
    return partner.send({ ...draft, ...change(draft, partner) });
  });
