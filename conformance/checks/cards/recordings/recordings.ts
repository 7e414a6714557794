/** Which exchanges are recorded: one for every operation and documented status. */
import { readFileSync } from "node:fs";
import type { OperationId } from "../../../../generated/operations.ts";
import type { RequirementId } from "../../../../generated/requirements.ts";
import { type HarEntry, readHar } from "../../../base/har.ts";
import type { Alteration } from "../../../wire/alteration.ts";
import type { TokenRequestAlteration } from "../../../wire/tokens.ts";

/** A recorded exchange and what it stands for. */
export interface Recording {
  /** Name of the file without its extension, and of the check after "exchange.". */
  readonly name: string;
  readonly operation: OperationId;
  /** The documented status, as in the description. */
  readonly status: "200" | "2XX" | "401" | "4XX";
  readonly title: string;
  readonly requirements: readonly [RequirementId, ...RequirementId[]];
  /** What is wrong in a request that should be refused, and the recording of that request without it. */
  readonly refused?: {
    readonly alteration: Alteration & TokenRequestAlteration;
    readonly control: Recording;
  };
}

const token: Recording = {
  name: "request-token.200",
  operation: "requestToken",
  status: "200",
  title: "a recorded token request gives a token",
  requirements: ["token.request"],
};

const list: Recording = {
  name: "list-cards.200",
  operation: "listCards",
  status: "200",
  title: "a recorded first page is answered with a card list",
  requirements: ["list.request"],
};

/** A request that needs a token, with one that was never issued. */
function invalid(control: Recording, request: string): Recording {
  return {
    ...control,
    name: control.name.replace(/[^.]*$/, "401"),
    status: "401",
    title: `a recorded ${request} with an invalid token gets the documented 401`,
    requirements: ["error.401.status", "error.401.body"],
    refused: {
      control,
      alteration: {
        description: "with an invalid token",
        authorization: () => "Bearer an-invalid-token",
      },
    },
  };
}

/** The same request with another defect, whose refusal the specification does not show. */
function defective(
  control: Recording,
  request: string,
  requirement: RequirementId,
  alteration: Alteration & TokenRequestAlteration,
): Recording {
  return {
    ...control,
    name: control.name.replace(/[^.]*$/, "4xx"),
    status: "4XX",
    title: `a recorded ${request} ${alteration.description} is refused`,
    requirements: [requirement],
    refused: { control, alteration },
  };
}

function writes(
  verb: string,
  written: Pick<Recording, "name" | "operation" | "requirements">,
): readonly Recording[] {
  const accepted: Recording = { ...written, status: "2XX", title: `a recorded ${verb} is accepted` };
  return [
    accepted,
    invalid(accepted, verb),
    defective(accepted, verb, "auth.signature.required", {
      description: "without a signature",
      signature: () => null,
    }),
  ];
}

/** Every recording; the files are in the same folder as this one. */
export const recordings: readonly Recording[] = [
  token,
  defective(token, "token request", "token.form.client-secret", {
    description: "with a wrong secret",
    form: (form) => form.set("client_secret", "a-wrong-secret"),
  }),
  list,
  {
    ...list,
    name: "list-cards.200-next",
    title: "a recorded second page is answered with a card list",
    requirements: ["list.cursor"],
  },
  invalid(list, "list request"),
  defective(list, "list request", "service.oauth", {
    description: "without a token",
    authorization: () => null,
  }),
  ...writes("PATCH", {
    name: "update-card-limits.2xx",
    operation: "updateCardLimits",
    requirements: ["patch.headers", "patch.daily"],
  }),
  ...writes("PUT", {
    name: "replace-card-limits.2xx",
    operation: "replaceCardLimits",
    requirements: ["put.headers"],
  }),
];

/**
 * Reads a recording from its file.
 *
 * @throws the read error, or UsageError if the file is not a HAR.
 */
export function readRecording(name: string): HarEntry {
  const file = new URL(`./${name}.har`, import.meta.url);
  const [entry] = readHar(readFileSync(file, "utf8"), file.pathname);
  return entry as HarEntry;
}
