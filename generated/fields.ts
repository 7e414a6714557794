// Written by `npm run generate` from openapi/. Do not edit.

import type { RequirementId } from "./requirements.ts";
import type { SchemaName } from "./validators.js";

/** A field of a response and the requirement that speaks of it. */
export interface Field {
  /** Name of the response's schema. */
  readonly schema: SchemaName;
  /** JSON pointer of the field; * stands for any index. */
  readonly pointer: string;
  readonly requirement: RequirementId;
  /** True where the row is about the presence of the required properties of the object at `pointer`. */
  readonly required: boolean;
}

/** Every field with an `x-requirement` in the description. */
export const fields: readonly Field[] = [
  {
    "schema": "TokenResponse",
    "pointer": "",
    "requirement": "token.complete",
    "required": true
  },
  {
    "schema": "TokenResponse",
    "pointer": "/access_token",
    "requirement": "token.access-token",
    "required": false
  },
  {
    "schema": "TokenResponse",
    "pointer": "/token_type",
    "requirement": "token.token-type",
    "required": false
  },
  {
    "schema": "TokenResponse",
    "pointer": "/expires_in",
    "requirement": "token.expires-in",
    "required": false
  },
  {
    "schema": "TokenResponse",
    "pointer": "/scope",
    "requirement": "token.scope",
    "required": false
  },
  {
    "schema": "CardList",
    "pointer": "",
    "requirement": "page.complete",
    "required": true
  },
  {
    "schema": "CardList",
    "pointer": "/cards",
    "requirement": "page.cards",
    "required": false
  },
  {
    "schema": "CardList",
    "pointer": "/cards/*",
    "requirement": "card.complete",
    "required": true
  },
  {
    "schema": "CardList",
    "pointer": "/cards/*/id",
    "requirement": "card.id",
    "required": false
  },
  {
    "schema": "CardList",
    "pointer": "/cards/*/last4",
    "requirement": "card.last4",
    "required": false
  },
  {
    "schema": "CardList",
    "pointer": "/cards/*/nickname",
    "requirement": "card.nickname",
    "required": false
  },
  {
    "schema": "CardList",
    "pointer": "/cards/*/cardHolder",
    "requirement": "card.holder",
    "required": false
  },
  {
    "schema": "CardList",
    "pointer": "/cards/*/cardHolder",
    "requirement": "card.complete",
    "required": true
  },
  {
    "schema": "CardList",
    "pointer": "/cards/*/cardHolder/id",
    "requirement": "card.holder.id",
    "required": false
  },
  {
    "schema": "CardList",
    "pointer": "/cards/*/cardHolder/fullName",
    "requirement": "card.holder.full-name",
    "required": false
  },
  {
    "schema": "CardList",
    "pointer": "/cards/*/limits",
    "requirement": "card.limits",
    "required": false
  },
  {
    "schema": "CardList",
    "pointer": "/cards/*/limits",
    "requirement": "card.complete",
    "required": true
  },
  {
    "schema": "CardList",
    "pointer": "/cards/*/limits/daily",
    "requirement": "card.limits.daily",
    "required": false
  },
  {
    "schema": "CardList",
    "pointer": "/cards/*/limits/monthly",
    "requirement": "card.limits.monthly",
    "required": false
  },
  {
    "schema": "CardList",
    "pointer": "/cards/*/limits/atm",
    "requirement": "card.limits.atm",
    "required": false
  },
  {
    "schema": "CardList",
    "pointer": "/cards/*/availableBalance",
    "requirement": "card.available-balance",
    "required": false
  },
  {
    "schema": "CardList",
    "pointer": "/nextCursor",
    "requirement": "page.next-cursor",
    "required": false
  },
  {
    "schema": "ErrorBody",
    "pointer": "",
    "requirement": "error.401.body",
    "required": true
  },
  {
    "schema": "ErrorBody",
    "pointer": "/message",
    "requirement": "error.message",
    "required": false
  },
  {
    "schema": "ErrorBody",
    "pointer": "/type",
    "requirement": "error.type",
    "required": false
  }
];
