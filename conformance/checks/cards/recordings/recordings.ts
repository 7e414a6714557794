/** Which exchanges are recorded: one for every operation and documented status. */
import { operations } from "../../../../generated/operations.ts";
import type { Alteration } from "../../../wire/alteration.ts";
import type { TokenRequestAlteration } from "../../../wire/tokens.ts";
import { pageQuery } from "../../kit/paged.ts";
import type { Item } from "../../kit/walk.ts";
import type { Recording } from "../../recordings/recording.ts";
import { cardPages } from "../kit/card-list.ts";
import { limitsOf, writtenLimit, writtenRows } from "../limits.ts";
import { pathTo, type WriteOperation } from "../write-form.ts";

/** The files are in the same folder as this one. */
const folder = new URL("./", import.meta.url);

const token: Recording = {
  name: "request-token.200",
  folder,
  operation: "requestToken",
  status: "200",
  title: "a recorded token request gives a token",
  requirements: ["token.request"],
};

const list: Recording = {
  name: "list-cards.200",
  folder,
  operation: "listCards",
  status: "200",
  title: "a recorded first page is answered with a card list",
  requirements: ["list.request"],
  argumentsOf: () => ({ query: pageQuery(cardPages, 3) }),
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
  requirement: string,
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
  written: Pick<Recording, "name" | "operation" | "requirements" | "argumentsOf">,
): readonly Recording[] {
  const accepted: Recording = { ...written, folder, status: "2XX", title: `a recorded ${verb} is accepted` };
  return [
    accepted,
    invalid(accepted, verb),
    defective(accepted, verb, "auth.signature.required", {
      description: "without a signature",
      signature: () => null,
    }),
  ];
}

const pathOf = (operation: WriteOperation, card: Item | undefined) => pathTo(operation, String(card?.id));

/** Every recording. PUT and PATCH have two cards, so that each writes a different limit when it is replayed. */
const all: readonly Recording[] = [
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
    argumentsOf: (_, cursor) => ({ query: pageQuery(cardPages, 3, cursor) }),
  },
  invalid(list, "list request"),
  defective(list, "list request", "service.oauth", {
    description: "without a token",
    authorization: () => null,
  }),
  ...writes("PATCH", {
    name: "update-card-limits.2xx",
    operation: "updateCardLimits",
    requirements: ["patch.headers", writtenRows.patch],
    argumentsOf: ([card]) => ({
      path: pathOf("updateCardLimits", card),
      body: { [writtenLimit]: limitsOf(card)?.[writtenLimit] },
    }),
  }),
  ...writes("PUT", {
    name: "replace-card-limits.2xx",
    operation: "replaceCardLimits",
    requirements: ["put.headers"],
    argumentsOf: ([first, second = first]) => ({
      path: pathOf("replaceCardLimits", second),
      body: limitsOf(second) ?? {},
    }),
  }),
];

/** Those of operations that the description has. */
export const recordings: readonly Recording[] = all.filter(({ operation }) => operation in operations);
