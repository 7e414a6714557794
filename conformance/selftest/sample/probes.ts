/** Every probe, made from the description: one departure from a request as specified, or none. */
import { api, type Operation, type OperationId, operations } from "../../../generated/operations.ts";
import { accessProbes } from "./access-probes.ts";
import { listProbes } from "./list-probes.ts";
import { type Probe, type ProbeOf, sends } from "./probe.ts";
import { tokenProbes } from "./token-probes.ts";
import { idempotentProbes, signedProbes } from "./write-probes.ts";

const bodyProbes: readonly ProbeOf[] = [
  sends("a body cut short", ({ body }) => ({ body: body?.slice(0, -1) ?? null })),
  sends("the body in chunks", () => ({ isChunked: true })),
  sends("an empty object", () => ({ body: "{}" })),
  sends("the body as application/json", () => ({ contentType: "application/json" })),
  sends("a Content-Type with a charset", ({ contentType }) => ({
    contentType: contentType === null ? null : `${contentType}; charset=utf-8`,
  })),
];

const withoutAccept = sends("no Accept", () => ({ accept: null }));

function probesOf({ id, scopes, signed, idempotent, paginated, mediaType }: Operation): readonly ProbeOf[] {
  if (id === api.token) return tokenProbes;
  return [
    ...(paginated === null ? [] : listProbes),
    ...(scopes === null ? [] : accessProbes),
    ...(signed === null ? [] : signedProbes),
    ...(idempotent === null ? [] : idempotentProbes),
    ...(mediaType === null ? [] : bodyProbes),
    withoutAccept,
  ];
}

/** The probes of every operation. */
export const probes: readonly Probe[] = Object.values<Operation>(operations).flatMap((operation) =>
  probesOf(operation).map((of) => of(operation.id as OperationId)),
);
