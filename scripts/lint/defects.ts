import assert from "node:assert/strict";
import type { Document } from "yaml";

/** One defect, brought into an otherwise good description, and the rule that is to find it. */
export interface Defect {
  /** Name of the rule without its prefix. */
  readonly rule: string;
  readonly what: string;
  /** Brings the defect in. */
  readonly bring: (description: Document) => void;
  /** Part of the message, where one rule finds more than one kind of defect. */
  readonly says?: string;
}

const list = ["paths", "/v1/card", "get"];
const token = ["paths", "/v1/oauth/token", "post"];
const patch = ["paths", "/v1/card/{id}/limits", "patch"];
const card = ["components", "schemas", "Card"];

const remove = (path: string[]) => (description: Document) => {
  assert.ok(description.deleteIn(path), `nothing to remove at ${path.join(".")}`);
};
const set = (path: (string | number)[], value: unknown) => (description: Document) => {
  description.setIn(path, description.createNode(value));
};

/** What a careless change could do to the description, rule by rule. */
export const defects: readonly Defect[] = [
  {
    rule: "operation-identity",
    what: "no operationId",
    bring: remove([...token, "operationId"]),
    says: "no operationId",
  },
  { rule: "operation-identity", what: "no summary", bring: remove([...list, "summary"]), says: "no summary" },
  { rule: "operation-identity", what: "no tag", bring: set([...list, "tags"], []), says: "no tag" },
  {
    rule: "operation-examples",
    what: "a request body without an example",
    bring: remove([...patch, "requestBody", "content", "application/merge-patch+json", "examples"]),
    says: "The request body has no example for application/merge-patch+json",
  },
  {
    rule: "operation-examples",
    what: "a response without an example",
    bring: remove([...list, "responses", "200", "content", "application/json", "examples"]),
    says: "The 200 response has no example",
  },
  {
    rule: "operation-examples",
    what: "a referred response without an example",
    bring: remove(["components", "responses", "LimitsUpdated", "content", "application/json", "examples"]),
    says: "The 2XX response has no example",
  },
  {
    rule: "operation-security",
    what: "no security",
    bring: remove([...list, "security"]),
    says: "how it is protected",
  },
  {
    rule: "operation-security",
    what: "no 401",
    bring: remove([...patch, "responses", "401"]),
    says: "no 401",
  },
  {
    rule: "operation-security",
    what: "no token and no refusal",
    bring: remove(["components", "responses", "TokenRefused", "x-unspecified"]),
    says: "how it refuses",
  },
  {
    rule: "signed-headers-together",
    what: "a signature without a timestamp",
    bring: remove([...patch, "security", "0", "requestTimestamp"]),
    says: "Add requestTimestamp",
  },
  {
    rule: "property-description",
    what: "no description",
    bring: remove([...card, "properties", "nickname", "description"]),
  },
  {
    rule: "property-description",
    what: "no description in a nested property",
    bring: set([...card, "properties", "extra"], {
      type: "object",
      description: "An object.",
      properties: { inner: { type: "string" } },
    }),
    says: "inner",
  },
  {
    rule: "requirement-exists",
    what: "an unknown requirement",
    bring: set([...card, "properties", "last4", "x-requirement"], "card.last5"),
    says: "card.last5 is no row",
  },
  {
    rule: "requirement-exists",
    what: "an unknown requirement beside a $ref",
    bring: set([...card, "properties", "id", "x-requirement"], "card.number"),
    says: "card.number is no row",
  },
  {
    rule: "requirement-exists",
    what: "an unknown requirement of presence",
    bring: set([...card, "x-requirement-required"], "card.whole"),
    says: "card.whole is no row",
  },
  {
    rule: "requirement-exists",
    what: "a question named as a requirement",
    bring: set([...card, "properties", "last4", "x-requirement"], "gap.states"),
    says: "gap.states is an open question",
  },
  {
    rule: "gap-exists",
    what: "an unknown question",
    bring: set([...patch, "x-unspecified"], ["gap.patch.color"]),
    says: "gap.patch.color is no row",
  },
  {
    rule: "gap-exists",
    what: "an unknown question of the whole document",
    bring: set(["x-unspecified"], ["gap.weather"]),
    says: "gap.weather is no row",
  },
  {
    rule: "gap-exists",
    what: "a stated requirement named as a question",
    bring: set(["components", "securitySchemes", "requestTimestamp", "x-unspecified"], ["card.last4"]),
    says: "card.last4 is stated",
  },
  {
    rule: "link-operation-exists",
    what: "a link to nowhere",
    bring: set([...list, "responses", "200", "links", "nextPage", "operationId"], "listCrads"),
    says: "listCrads",
  },
  {
    rule: "link-operation-exists",
    what: "a link without an operationId",
    bring: remove([...list, "responses", "200", "links", "updateLimits", "operationId"]),
    says: "no operationId",
  },
];
