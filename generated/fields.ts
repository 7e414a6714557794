// Written by `npm run generate` from openapi/. Do not edit.

import type { OperationId } from "./operations.ts";
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
  /** Of such a row: the names of those properties. */
  readonly properties: readonly string[];
  /** Of any other row: a value for each way in which the field can be wrong. */
  readonly invalid: readonly Invalid[];
}

/** A value that a schema does not allow. */
export interface Invalid {
  /** How it is wrong: the keyword that it breaks; a null, another type or a fraction where none may be. */
  readonly kind: InvalidKind;
  readonly value: unknown;
}

/** A way in which a value can be wrong. */
export type InvalidKind =
  | "null"
  | "type"
  | "fraction"
  | "const"
  | "enum"
  | "pattern"
  | "format"
  | "minLength"
  | "maxLength"
  | "minimum"
  | "maximum"
  | "exclusiveMinimum"
  | "exclusiveMaximum"
  | "multipleOf"
  | "minItems"
  | "maxItems"
  | "uniqueItems";

/** Every field with an `x-requirement` in the description. */
export const fields: readonly Field[] = [
  {
    "schema": "TokenResponse",
    "pointer": "",
    "requirement": "token.complete",
    "required": true,
    "properties": [
      "access_token",
      "token_type",
      "expires_in",
      "scope"
    ],
    "invalid": []
  },
  {
    "schema": "TokenResponse",
    "pointer": "/access_token",
    "requirement": "token.access-token",
    "required": false,
    "properties": [],
    "invalid": [
      {
        "kind": "null",
        "value": null
      },
      {
        "kind": "type",
        "value": 7
      }
    ]
  },
  {
    "schema": "TokenResponse",
    "pointer": "/token_type",
    "requirement": "token.token-type",
    "required": false,
    "properties": [],
    "invalid": [
      {
        "kind": "null",
        "value": null
      },
      {
        "kind": "type",
        "value": 7
      },
      {
        "kind": "const",
        "value": "bearer"
      }
    ]
  },
  {
    "schema": "TokenResponse",
    "pointer": "/expires_in",
    "requirement": "token.expires-in",
    "required": false,
    "properties": [],
    "invalid": [
      {
        "kind": "null",
        "value": null
      },
      {
        "kind": "type",
        "value": "3600"
      },
      {
        "kind": "fraction",
        "value": 3600.5
      }
    ]
  },
  {
    "schema": "TokenResponse",
    "pointer": "/scope",
    "requirement": "token.scope",
    "required": false,
    "properties": [],
    "invalid": [
      {
        "kind": "null",
        "value": null
      },
      {
        "kind": "type",
        "value": 7
      }
    ]
  },
  {
    "schema": "CardList",
    "pointer": "",
    "requirement": "page.complete",
    "required": true,
    "properties": [
      "cards"
    ],
    "invalid": []
  },
  {
    "schema": "CardList",
    "pointer": "/cards",
    "requirement": "page.cards",
    "required": false,
    "properties": [],
    "invalid": [
      {
        "kind": "null",
        "value": null
      },
      {
        "kind": "type",
        "value": {}
      }
    ]
  },
  {
    "schema": "CardList",
    "pointer": "/cards/*",
    "requirement": "card.complete",
    "required": true,
    "properties": [
      "id",
      "last4",
      "nickname",
      "cardHolder",
      "limits",
      "availableBalance"
    ],
    "invalid": []
  },
  {
    "schema": "CardList",
    "pointer": "/cards/*/id",
    "requirement": "card.id",
    "required": false,
    "properties": [],
    "invalid": [
      {
        "kind": "null",
        "value": null
      },
      {
        "kind": "type",
        "value": 7
      },
      {
        "kind": "pattern",
        "value": "crd1001"
      }
    ]
  },
  {
    "schema": "CardList",
    "pointer": "/cards/*/last4",
    "requirement": "card.last4",
    "required": false,
    "properties": [],
    "invalid": [
      {
        "kind": "null",
        "value": null
      },
      {
        "kind": "type",
        "value": 4242
      },
      {
        "kind": "pattern",
        "value": "242"
      }
    ]
  },
  {
    "schema": "CardList",
    "pointer": "/cards/*/nickname",
    "requirement": "card.nickname",
    "required": false,
    "properties": [],
    "invalid": [
      {
        "kind": "null",
        "value": null
      },
      {
        "kind": "type",
        "value": 7
      }
    ]
  },
  {
    "schema": "CardList",
    "pointer": "/cards/*/cardHolder",
    "requirement": "card.holder",
    "required": false,
    "properties": [],
    "invalid": [
      {
        "kind": "null",
        "value": null
      },
      {
        "kind": "type",
        "value": []
      }
    ]
  },
  {
    "schema": "CardList",
    "pointer": "/cards/*/cardHolder",
    "requirement": "card.complete",
    "required": true,
    "properties": [
      "id",
      "fullName"
    ],
    "invalid": []
  },
  {
    "schema": "CardList",
    "pointer": "/cards/*/cardHolder/id",
    "requirement": "card.holder.id",
    "required": false,
    "properties": [],
    "invalid": [
      {
        "kind": "null",
        "value": null
      },
      {
        "kind": "type",
        "value": 7
      },
      {
        "kind": "pattern",
        "value": "usr501"
      }
    ]
  },
  {
    "schema": "CardList",
    "pointer": "/cards/*/cardHolder/fullName",
    "requirement": "card.holder.full-name",
    "required": false,
    "properties": [],
    "invalid": [
      {
        "kind": "null",
        "value": null
      },
      {
        "kind": "type",
        "value": 7
      }
    ]
  },
  {
    "schema": "CardList",
    "pointer": "/cards/*/limits",
    "requirement": "card.limits",
    "required": false,
    "properties": [],
    "invalid": [
      {
        "kind": "null",
        "value": null
      },
      {
        "kind": "type",
        "value": []
      }
    ]
  },
  {
    "schema": "CardList",
    "pointer": "/cards/*/limits",
    "requirement": "card.complete",
    "required": true,
    "properties": [
      "daily",
      "monthly",
      "atm",
      "approvalBased"
    ],
    "invalid": []
  },
  {
    "schema": "CardList",
    "pointer": "/cards/*/limits/daily",
    "requirement": "card.limits.daily",
    "required": false,
    "properties": [],
    "invalid": [
      {
        "kind": "null",
        "value": null
      },
      {
        "kind": "type",
        "value": "5000"
      }
    ]
  },
  {
    "schema": "CardList",
    "pointer": "/cards/*/limits/monthly",
    "requirement": "card.limits.monthly",
    "required": false,
    "properties": [],
    "invalid": [
      {
        "kind": "null",
        "value": null
      },
      {
        "kind": "type",
        "value": "40000"
      }
    ]
  },
  {
    "schema": "CardList",
    "pointer": "/cards/*/limits/atm",
    "requirement": "card.limits.atm",
    "required": false,
    "properties": [],
    "invalid": [
      {
        "kind": "null",
        "value": null
      },
      {
        "kind": "type",
        "value": "0"
      }
    ]
  },
  {
    "schema": "CardList",
    "pointer": "/cards/*/availableBalance",
    "requirement": "card.available-balance",
    "required": false,
    "properties": [],
    "invalid": [
      {
        "kind": "null",
        "value": null
      },
      {
        "kind": "type",
        "value": "12750"
      }
    ]
  },
  {
    "schema": "CardList",
    "pointer": "/nextCursor",
    "requirement": "page.next-cursor",
    "required": false,
    "properties": [],
    "invalid": [
      {
        "kind": "type",
        "value": 7
      }
    ]
  },
  {
    "schema": "ErrorBody",
    "pointer": "",
    "requirement": "error.401.body",
    "required": true,
    "properties": [
      "message",
      "type"
    ],
    "invalid": []
  },
  {
    "schema": "ErrorBody",
    "pointer": "/message",
    "requirement": "error.message",
    "required": false,
    "properties": [],
    "invalid": [
      {
        "kind": "null",
        "value": null
      },
      {
        "kind": "type",
        "value": 7
      }
    ]
  },
  {
    "schema": "ErrorBody",
    "pointer": "/type",
    "requirement": "error.type",
    "required": false,
    "properties": [],
    "invalid": [
      {
        "kind": "null",
        "value": null
      },
      {
        "kind": "type",
        "value": 7
      }
    ]
  }
];

/** A property of a request body, and the requirement that speaks of it. */
export interface BodyField {
  readonly operation: OperationId;
  readonly name: string;
  readonly requirement: RequirementId;
}

/** Every property of a body with an `x-requirement` in the description. */
export const bodyFields: readonly BodyField[] = [
  {
    "operation": "requestToken",
    "name": "grant_type",
    "requirement": "token.form.grant-type"
  },
  {
    "operation": "requestToken",
    "name": "client_id",
    "requirement": "token.form.client-id"
  },
  {
    "operation": "requestToken",
    "name": "client_secret",
    "requirement": "token.form.client-secret"
  },
  {
    "operation": "requestToken",
    "name": "scope",
    "requirement": "token.form.scope"
  },
  {
    "operation": "updateCardLimits",
    "name": "daily",
    "requirement": "patch.daily"
  }
];
