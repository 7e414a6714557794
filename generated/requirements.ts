// Written by `npm run generate` from openapi/. Do not edit.

/**
 * Where a requirement comes from: said, following from what is said, or left open by the specification; or, for a
 * client, advised by others.
 */
export type Basis = "stated" | "derived" | "unspecified" | "practice";

/** An answer that a server may reasonably give to an open question. */
export interface Answer {
  readonly id: string;
  readonly means: string;
}

/** One statement of the specification. */
export interface Requirement {
  readonly id: string;
  /** Who is held to it; the service where it is absent. */
  readonly party?: "client";
  /** Heading of the specification; "/" separates levels. */
  readonly section: string;
  /** Operations it speaks of; none where it speaks of all or of no one. */
  readonly operations: readonly string[];
  readonly basis: Basis;
  readonly statement: string;
  /** What a derived requirement follows from, or who advises a practice. */
  readonly because?: string;
  readonly question?: string;
  /** What the client assumes while a question is open. */
  readonly assumption?: string;
  /** Why that assumption is safe. */
  readonly safe?: string;
  /** Known answers to an open question; the sandbox gives the first one. */
  readonly answers?: readonly Answer[];
  /** The answer with which the specification has closed a question: any other one is then wrong. */
  readonly settled?: string;
  /** Why no probe can tell the answer. */
  readonly unobservable?: string;
}

const rows = [
  {
    "id": "service.json",
    "section": "What the service does",
    "basis": "stated",
    "statement": "The service speaks HTTP with JSON, so a response that carries card data, a token or the documented error is JSON.",
    "operations": []
  },
  {
    "id": "request.spelling",
    "section": "What the service does",
    "basis": "derived",
    "statement": "A request is taken in every spelling that means the same in HTTP, in JSON and in a form, with every token for its scopes, and whatever was sent before it.",
    "because": "The service speaks HTTP with JSON and takes the token request as a form, whose standards say which spellings mean the same, and nothing narrows them. What a request needs is said; an order of requests is not part of it.",
    "operations": [
      "requestToken",
      "listCards",
      "replaceCardLimits",
      "updateCardLimits"
    ]
  },
  {
    "id": "service.cards.pages",
    "section": "What the service does",
    "basis": "stated",
    "statement": "Cards can be listed page by page.",
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "service.limits.change",
    "section": "What the service does",
    "basis": "stated",
    "statement": "The spending limits of a card can be changed, and the changed limits are what is read afterwards.",
    "operations": [
      "updateCardLimits"
    ]
  },
  {
    "id": "service.oauth",
    "section": "What the service does",
    "basis": "stated",
    "statement": "Every endpoint requires OAuth 2.0 authentication; a request without a token is refused.",
    "operations": [
      "listCards",
      "replaceCardLimits",
      "updateCardLimits"
    ]
  },
  {
    "id": "gap.transfers.functionality",
    "section": "What the service does",
    "basis": "unspecified",
    "statement": "Transfers are known by the names of two scopes only.",
    "question": "What can be done with transfers?",
    "assumption": "Nothing. The client has no transfer operation.",
    "safe": "An operation that does not exist cannot be called wrongly.",
    "unobservable": "No path or field of a transfer is shown, so there is nothing to ask.",
    "operations": []
  },
  {
    "id": "gap.card-details.operation",
    "section": "Endpoints / GET card details",
    "basis": "unspecified",
    "statement": "Card details can be read, but path, parameters and response of that operation are not shown.",
    "question": "How are the details of one card read?",
    "assumption": "They are not. The client reads cards through the list.",
    "safe": "The list carries every documented field of a card.",
    "unobservable": "No path is shown, and guessing one would be invention.",
    "operations": []
  },
  {
    "id": "card.id",
    "section": "Resources and their fields / Card",
    "basis": "stated",
    "statement": "`id` is a string, CRD followed by digits.",
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "card.last4",
    "section": "Resources and their fields / Card",
    "basis": "stated",
    "statement": "`last4` is a string that holds the last four digits of the card number.",
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "card.nickname",
    "section": "Resources and their fields / Card",
    "basis": "stated",
    "statement": "`nickname` is a string, the label of the card.",
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "card.holder",
    "section": "Resources and their fields / Card",
    "basis": "stated",
    "statement": "`cardHolder` is an object, the holder of the card.",
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "card.holder.id",
    "section": "Resources and their fields / Card",
    "basis": "stated",
    "statement": "`cardHolder.id` is a string, USR followed by digits.",
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "card.holder.full-name",
    "section": "Resources and their fields / Card",
    "basis": "stated",
    "statement": "`cardHolder.fullName` is a string, the holder's full name.",
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "card.limits",
    "section": "Resources and their fields / Card",
    "basis": "stated",
    "statement": "`limits` is an object, the spending limits of the card.",
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "card.limits.daily",
    "section": "Resources and their fields / Card",
    "basis": "stated",
    "statement": "`limits.daily` is a number.",
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "card.limits.monthly",
    "section": "Resources and their fields / Card",
    "basis": "stated",
    "statement": "`limits.monthly` is a number.",
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "card.limits.atm",
    "section": "Resources and their fields / Card",
    "basis": "stated",
    "statement": "`limits.atm` is a number; 0 occurs.",
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "card.available-balance",
    "section": "Resources and their fields / Card",
    "basis": "stated",
    "statement": "`availableBalance` is a number.",
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "card.complete",
    "section": "Resources and their fields / Card",
    "basis": "derived",
    "statement": "A card carries every field of the table, `limits.approvalBased` included.",
    "because": "The table lists the fields of a card without marking any as optional, while `nextCursor`, which is optional, is marked as such.",
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "card.identity",
    "section": "Resources and their fields / Card",
    "basis": "derived",
    "statement": "A card is the same card wherever it appears, with the same last four digits and the same holder; a write that answers with a card answers with the one that was written.",
    "because": "`id` is the card identifier, and no operation changes anything but the limits of the card that its path names.",
    "operations": [
      "listCards",
      "replaceCardLimits",
      "updateCardLimits"
    ]
  },
  {
    "id": "gap.approval-based.type",
    "section": "Resources and their fields / Card",
    "basis": "unspecified",
    "statement": "`limits.approvalBased` appears as null; its type otherwise is not shown.",
    "question": "What values other than null does `limits.approvalBased` take?",
    "assumption": "Any JSON value. The client types it as unknown and passes it through.",
    "safe": "The client never interprets the value.",
    "answers": [
      {
        "id": "null",
        "means": "It is always null."
      },
      {
        "id": "boolean",
        "means": "It is true or false."
      },
      {
        "id": "number",
        "means": "It is a number."
      },
      {
        "id": "object",
        "means": "It is an object."
      }
    ],
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "gap.amounts.decimals",
    "section": "Resources and their fields / Card",
    "basis": "unspecified",
    "statement": "Amounts are numbers, integers in every shape given; whether decimals occur is not shown.",
    "question": "Do amounts have decimals?",
    "assumption": "They may. The client types amounts as number and rounds nothing.",
    "safe": "An integer is a number as well.",
    "answers": [
      {
        "id": "integers",
        "means": "Every amount seen is an integer."
      },
      {
        "id": "decimals",
        "means": "Some amounts have a fraction."
      }
    ],
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "gap.amounts.unit",
    "section": "Resources and their fields / Card",
    "basis": "unspecified",
    "statement": "Units and currency of amounts are not shown.",
    "question": "In which unit and currency are amounts?",
    "assumption": "None. The client neither converts nor formats amounts.",
    "safe": "A number that is passed through cannot be off by a factor.",
    "unobservable": "A bare number carries no unit.",
    "operations": []
  },
  {
    "id": "gap.transfer.resource",
    "section": "Resources and their fields / Card",
    "basis": "unspecified",
    "statement": "The transfer resource and its fields are not shown.",
    "question": "What does a transfer look like?",
    "assumption": "Nothing is assumed; there is no type for it.",
    "safe": "Nothing depends on it.",
    "unobservable": "No endpoint that returns one is shown.",
    "operations": []
  },
  {
    "id": "page.cards",
    "section": "Resources and their fields / Card list response",
    "basis": "stated",
    "statement": "`cards` is an array of cards, the items of the page.",
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "page.next-cursor",
    "section": "Resources and their fields / Card list response",
    "basis": "stated",
    "statement": "`nextCursor`, when there is one, is a string.",
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "page.next-cursor.more",
    "section": "Resources and their fields / Card list response",
    "basis": "stated",
    "statement": "`nextCursor` is present when, and only when, more results are available; on the last page it is absent or null.",
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "page.complete",
    "section": "Resources and their fields / Card list response",
    "basis": "derived",
    "statement": "A card list response always carries `cards`.",
    "because": "The table marks only `nextCursor` as sometimes absent.",
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "gap.page.end-form",
    "section": "Resources and their fields / Card list response",
    "basis": "unspecified",
    "statement": "The last page ends with an absent or a null `nextCursor`; which of the two is left open.",
    "question": "Is `nextCursor` absent or null on the last page?",
    "assumption": "Either. The client ends on both.",
    "safe": "Both forms are named by the specification.",
    "answers": [
      {
        "id": "absent",
        "means": "The property is not there."
      },
      {
        "id": "null",
        "means": "The property is null."
      }
    ],
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "token.access-token",
    "section": "Resources and their fields / Token response",
    "basis": "stated",
    "statement": "`access_token` is a string.",
    "operations": [
      "requestToken"
    ]
  },
  {
    "id": "token.token-type",
    "section": "Resources and their fields / Token response",
    "basis": "stated",
    "statement": "`token_type` is Bearer.",
    "operations": [
      "requestToken"
    ]
  },
  {
    "id": "token.expires-in",
    "section": "Resources and their fields / Token response",
    "basis": "stated",
    "statement": "`expires_in` is an integer, the lifetime in seconds.",
    "operations": [
      "requestToken"
    ]
  },
  {
    "id": "token.scope",
    "section": "Resources and their fields / Token response",
    "basis": "stated",
    "statement": "`scope` is a string, the granted scopes separated by spaces.",
    "operations": [
      "requestToken"
    ]
  },
  {
    "id": "token.complete",
    "section": "Resources and their fields / Token response",
    "basis": "derived",
    "statement": "A token response carries access_token, token_type, expires_in and scope.",
    "because": "The table lists the fields without marking any as optional.",
    "operations": [
      "requestToken"
    ]
  },
  {
    "id": "token.scope.all-four",
    "section": "Resources and their fields / Token response",
    "basis": "derived",
    "statement": "A token that opens the card endpoints lists all four scopes as granted.",
    "because": "The card endpoints require all four scopes, and `scope` holds the granted ones.",
    "operations": [
      "requestToken"
    ]
  },
  {
    "id": "token.fresh",
    "section": "Resources and their fields / Token response",
    "basis": "derived",
    "statement": "A token that has just been issued is accepted, and its lifetime is longer than zero.",
    "because": "`expires_in` is the lifetime of the issued token in seconds.",
    "operations": [
      "requestToken"
    ]
  },
  {
    "id": "gap.token.lifetime",
    "section": "Resources and their fields / Token response",
    "basis": "unspecified",
    "statement": "The lifetime is typically 3600 seconds; no other value is shown.",
    "question": "How long do tokens live here?",
    "assumption": "Whatever `expires_in` says.",
    "safe": "The client computes the renewal from the value of each response.",
    "answers": [
      {
        "id": "3600",
        "means": "An hour."
      },
      {
        "id": "300",
        "means": "Five minutes."
      },
      {
        "id": "20",
        "means": "Twenty seconds."
      }
    ],
    "operations": [
      "requestToken"
    ]
  },
  {
    "id": "error.message",
    "section": "Resources and their fields / Error body",
    "basis": "stated",
    "statement": "`message` of the error body is a string.",
    "operations": []
  },
  {
    "id": "error.type",
    "section": "Resources and their fields / Error body",
    "basis": "stated",
    "statement": "`type` of the error body is a string.",
    "operations": []
  },
  {
    "id": "gap.error.types",
    "section": "Resources and their fields / Error body",
    "basis": "unspecified",
    "statement": "The value InvalidRequest is shown; other kinds of error are not.",
    "question": "Which other values does `type` take?",
    "assumption": "Any string.",
    "safe": "The client hands `type` on and decides nothing by it.",
    "answers": [
      {
        "id": "InvalidRequest",
        "means": "No other value is seen."
      },
      {
        "id": "various",
        "means": "Other refusals carry a type of their own."
      }
    ],
    "operations": []
  },
  {
    "id": "gap.error.other-bodies",
    "section": "Errors",
    "basis": "unspecified",
    "statement": "The bodies of refusals other than 401 are not shown.",
    "question": "What body do other refusals carry?",
    "assumption": "Any, or none.",
    "safe": "The client decides by status and reads the body only as evidence.",
    "answers": [
      {
        "id": "error-body",
        "means": "The documented error body."
      },
      {
        "id": "empty",
        "means": "Nothing."
      },
      {
        "id": "problem",
        "means": "Another JSON object."
      },
      {
        "id": "html",
        "means": "An HTML page."
      }
    ],
    "operations": []
  },
  {
    "id": "gap.states",
    "section": "States and transitions",
    "basis": "unspecified",
    "statement": "States and transitions of cards and transfers are not shown.",
    "question": "Which states does a card have?",
    "assumption": "None. No field of a card names a state.",
    "safe": "Nothing depends on it.",
    "unobservable": "No documented field shows a state.",
    "operations": []
  },
  {
    "id": "token.request",
    "section": "Endpoints / POST /v1/oauth/token",
    "basis": "stated",
    "statement": "POST /v1/oauth/token with the client credentials gives an access token.",
    "operations": [
      "requestToken"
    ]
  },
  {
    "id": "token.request.no-authorization",
    "section": "Endpoints / POST /v1/oauth/token",
    "basis": "stated",
    "statement": "The token request needs no Authorization header.",
    "operations": [
      "requestToken"
    ]
  },
  {
    "id": "token.request.form",
    "section": "Endpoints / POST /v1/oauth/token",
    "basis": "stated",
    "statement": "The token request is form-encoded (application/x-www-form-urlencoded).",
    "operations": [
      "requestToken"
    ]
  },
  {
    "id": "token.form.grant-type",
    "section": "Endpoints / POST /v1/oauth/token",
    "basis": "stated",
    "statement": "`grant_type` is required and is client_credentials.",
    "operations": [
      "requestToken"
    ]
  },
  {
    "id": "token.form.client-id",
    "section": "Endpoints / POST /v1/oauth/token",
    "basis": "stated",
    "statement": "`client_id` is required and identifies the client.",
    "operations": [
      "requestToken"
    ]
  },
  {
    "id": "token.form.client-secret",
    "section": "Endpoints / POST /v1/oauth/token",
    "basis": "stated",
    "statement": "`client_secret` is required and must be the client's secret.",
    "operations": [
      "requestToken"
    ]
  },
  {
    "id": "token.form.scope",
    "section": "Endpoints / POST /v1/oauth/token",
    "basis": "stated",
    "statement": "`scope` takes the four scopes separated by spaces.",
    "operations": [
      "requestToken"
    ]
  },
  {
    "id": "gap.token.scope-omitted",
    "section": "Endpoints / POST /v1/oauth/token",
    "basis": "unspecified",
    "statement": "`scope` is called required in practice; what happens without it is not shown.",
    "question": "What does a token request without `scope` get?",
    "assumption": "The client always sends all scopes.",
    "safe": "The specification recommends exactly that.",
    "answers": [
      {
        "id": "refused",
        "means": "The request is refused."
      },
      {
        "id": "all",
        "means": "A token with all four scopes."
      },
      {
        "id": "none",
        "means": "A token without any scope."
      }
    ],
    "operations": [
      "requestToken"
    ]
  },
  {
    "id": "gap.token.narrow-scope",
    "section": "Endpoints / POST /v1/oauth/token",
    "basis": "unspecified",
    "statement": "What a request for fewer than the four scopes gets is not shown.",
    "question": "Is a token with fewer scopes issued when fewer are asked for?",
    "assumption": "The client asks for all four unless told otherwise.",
    "safe": "The card endpoints need all four anyway.",
    "answers": [
      {
        "id": "narrowed",
        "means": "The token has the scopes that were asked for."
      },
      {
        "id": "all",
        "means": "The token has all four scopes all the same."
      },
      {
        "id": "refused",
        "means": "The request is refused."
      }
    ],
    "operations": [
      "requestToken"
    ]
  },
  {
    "id": "gap.token.json",
    "section": "Endpoints / POST /v1/oauth/token",
    "basis": "unspecified",
    "statement": "Whether a token request in another content type is refused is not shown.",
    "question": "Is a token request in JSON accepted as well?",
    "assumption": "The client sends a form.",
    "safe": "The form is the documented type.",
    "answers": [
      {
        "id": "refused",
        "means": "It is refused."
      },
      {
        "id": "accepted",
        "means": "It is accepted."
      }
    ],
    "operations": [
      "requestToken"
    ]
  },
  {
    "id": "gap.token.refused-status",
    "section": "Endpoints / POST /v1/oauth/token",
    "basis": "unspecified",
    "statement": "Status and body of a refused token request are not shown.",
    "question": "With which status is a wrong client secret refused?",
    "assumption": "Any 4xx means that the credentials are refused.",
    "safe": "The client never repeats a refused token request.",
    "answers": [
      {
        "id": "401",
        "means": "Unauthorized."
      },
      {
        "id": "400",
        "means": "Bad request."
      },
      {
        "id": "403",
        "means": "Forbidden."
      }
    ],
    "operations": [
      "requestToken"
    ]
  },
  {
    "id": "list.request",
    "section": "Endpoints / GET /v1/card",
    "basis": "stated",
    "statement": "GET /v1/card answers with the card list response.",
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "list.authorization",
    "section": "Endpoints / GET /v1/card",
    "basis": "stated",
    "statement": "The list takes the header Authorization: Bearer with the access token.",
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "list.cursor",
    "section": "Endpoints / GET /v1/card",
    "basis": "stated",
    "statement": "`cursor` takes the `nextCursor` of the previous response and gives the page after it.",
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "list.limit",
    "section": "Endpoints / GET /v1/card",
    "basis": "stated",
    "statement": "`limit` is the number of items per page; no page holds more.",
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "list.limit.exact",
    "section": "Endpoints / GET /v1/card",
    "basis": "derived",
    "statement": "A page that is not the last holds exactly `limit` items, for any limit from 1 to 10; for a larger limit no fewer than for a smaller one, or 10.",
    "because": "`limit` is the number of items per page, a maximum below the default would contradict it, and a maximum is one for every limit.",
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "list.limit.default",
    "section": "Endpoints / GET /v1/card",
    "basis": "stated",
    "statement": "Without `limit`, a page that is not the last holds 10 items.",
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "list.iteration",
    "section": "Endpoints / GET /v1/card",
    "basis": "stated",
    "statement": "Starting without a cursor and following `nextCursor` until it is absent or null walks the whole list and comes to an end.",
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "list.iteration.once",
    "section": "Endpoints / GET /v1/card",
    "basis": "derived",
    "statement": "A walk over an unchanged list meets every card exactly once, whatever the page size.",
    "because": "The pages together are the list, and a cursor continues where the previous page ended.",
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "list.cursor.immediate",
    "section": "Endpoints / GET /v1/card",
    "basis": "stated",
    "statement": "A cursor that is used at once, unmodified, is accepted.",
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "gap.cursor.invalid",
    "section": "Endpoints / GET /v1/card",
    "basis": "unspecified",
    "statement": "The behaviour when an invalid or expired cursor is sent is not shown.",
    "question": "What does an invalid cursor get?",
    "assumption": "A refusal. The client reports it and does not start again by itself.",
    "safe": "A walk that ends with an error loses nothing silently.",
    "answers": [
      {
        "id": "400",
        "means": "Bad request."
      },
      {
        "id": "404",
        "means": "Not found."
      },
      {
        "id": "410",
        "means": "Gone."
      },
      {
        "id": "422",
        "means": "Unprocessable."
      },
      {
        "id": "first-page",
        "means": "The first page."
      },
      {
        "id": "empty-page",
        "means": "An empty last page."
      }
    ],
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "gap.cursor.reuse",
    "section": "Endpoints / GET /v1/card",
    "basis": "unspecified",
    "statement": "Cursors are for immediate iteration; whether one can be used twice is not shown.",
    "question": "Can a cursor be used a second time?",
    "assumption": "Not necessarily. The client uses a cursor again only to retry a request that brought no answer.",
    "safe": "A refused retry ends the walk with an error.",
    "answers": [
      {
        "id": "reusable",
        "means": "The same page comes again."
      },
      {
        "id": "single-use",
        "means": "The second use is treated as an invalid cursor."
      }
    ],
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "gap.cursor.limit-omitted",
    "section": "Endpoints / GET /v1/card",
    "basis": "unspecified",
    "statement": "Whether a cursor remembers the limit of the request before is not shown.",
    "question": "How long is a page that is asked for with a cursor but without a limit?",
    "assumption": "The client repeats `limit` on every page.",
    "safe": "A limit that is sent each time cannot be forgotten.",
    "answers": [
      {
        "id": "default",
        "means": "The default applies."
      },
      {
        "id": "remembered",
        "means": "The limit of the first request applies."
      }
    ],
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "gap.limit.invalid",
    "section": "Endpoints / GET /v1/card",
    "basis": "unspecified",
    "statement": "What a limit that is zero, negative or not a number gets is not shown.",
    "question": "What do limit=0, limit=-1 and limit=abc get?",
    "assumption": "A refusal. The list of cards refuses such a limit itself; a call by path sends what the caller gave.",
    "safe": "The caller sees the refusal.",
    "answers": [
      {
        "id": "400",
        "means": "They are refused."
      },
      {
        "id": "default",
        "means": "The default applies."
      }
    ],
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "gap.list.order",
    "section": "Endpoints / GET /v1/card",
    "basis": "unspecified",
    "statement": "The order of the list is not shown.",
    "question": "In which order do cards come?",
    "assumption": "None. The client neither sorts nor relies on an order.",
    "safe": "Nothing depends on it.",
    "answers": [
      {
        "id": "id-ascending",
        "means": "By id, ascending."
      },
      {
        "id": "id-descending",
        "means": "By id, descending."
      },
      {
        "id": "other",
        "means": "Some other order."
      }
    ],
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "gap.status.success",
    "section": "Endpoints / GET /v1/card",
    "basis": "unspecified",
    "statement": "The responses of the token request and of the list are shown without their status.",
    "question": "With which status do a token and a card list come?",
    "assumption": "Any 2xx.",
    "safe": "The body decides, and its shape is known.",
    "answers": [
      {
        "id": "200",
        "means": "OK."
      },
      {
        "id": "201",
        "means": "Created (for the token)."
      }
    ],
    "operations": [
      "requestToken",
      "listCards"
    ]
  },
  {
    "id": "put.request",
    "section": "Endpoints / PUT /v1/card/{id}/limits",
    "basis": "stated",
    "statement": "PUT /v1/card/{id}/limits replaces the limits of the card {id}, and no other card's.",
    "operations": [
      "replaceCardLimits"
    ]
  },
  {
    "id": "put.headers",
    "section": "Endpoints / PUT /v1/card/{id}/limits",
    "basis": "stated",
    "statement": "PUT takes Authorization, Idempotency-Key, X-Service-Request-Timestamp and X-Service-Signature.",
    "operations": [
      "replaceCardLimits"
    ]
  },
  {
    "id": "put.accepted",
    "section": "Endpoints / PUT /v1/card/{id}/limits",
    "basis": "derived",
    "statement": "PUT is served; it is not answered with 404, 405, 501, a redirect or a failure of the server every time.",
    "because": "The specification lists the operation, so a server that never carries out a request with everything that is stated does not offer it.",
    "operations": [
      "replaceCardLimits"
    ]
  },
  {
    "id": "gap.put.body",
    "section": "Endpoints / PUT /v1/card/{id}/limits",
    "basis": "unspecified",
    "statement": "The request body of PUT is not shown.",
    "question": "Which body does PUT take?",
    "assumption": "The `limits` object as a card carries it; the client sends what it is given.",
    "safe": "The server refuses what it does not know; nothing is guessed by the client.",
    "answers": [
      {
        "id": "limits",
        "means": "The four fields of the limits object."
      },
      {
        "id": "amounts",
        "means": "daily, monthly and atm, without approvalBased."
      },
      {
        "id": "wrapped",
        "means": "An object with one property, limits."
      },
      {
        "id": "unknown",
        "means": "None of these is accepted."
      }
    ],
    "operations": [
      "replaceCardLimits"
    ]
  },
  {
    "id": "gap.put.response",
    "section": "Endpoints / PUT /v1/card/{id}/limits",
    "basis": "unspecified",
    "statement": "The response of PUT is not shown.",
    "question": "What does a successful PUT answer?",
    "assumption": "Any 2xx, with any body or none.",
    "safe": "The client hands the body on as unknown.",
    "answers": [
      {
        "id": "200-card",
        "means": "200 with the card."
      },
      {
        "id": "200-limits",
        "means": "200 with the limits."
      },
      {
        "id": "202-empty",
        "means": "202 with nothing."
      },
      {
        "id": "204-empty",
        "means": "204."
      }
    ],
    "operations": [
      "replaceCardLimits"
    ]
  },
  {
    "id": "gap.put.omitted-field",
    "section": "Endpoints / PUT /v1/card/{id}/limits",
    "basis": "unspecified",
    "statement": "What PUT does with a limit that the body leaves out is not shown.",
    "question": "Is a limit that is left out kept, reset or refused?",
    "assumption": "Nothing. The caller sends every limit.",
    "safe": "A complete body leaves nothing to guess.",
    "unobservable": "Asking could remove a limit of a real card that could then not be put back.",
    "operations": [
      "replaceCardLimits"
    ]
  },
  {
    "id": "patch.request",
    "section": "Endpoints / PATCH /v1/card/{id}/limits",
    "basis": "stated",
    "statement": "PATCH /v1/card/{id}/limits updates the limits of the card {id}, and no other card's.",
    "operations": [
      "updateCardLimits"
    ]
  },
  {
    "id": "patch.partial",
    "section": "Endpoints / PATCH /v1/card/{id}/limits",
    "basis": "stated",
    "statement": "PATCH is partial; what the patch does not name stays as it was.",
    "operations": [
      "updateCardLimits"
    ]
  },
  {
    "id": "patch.headers",
    "section": "Endpoints / PATCH /v1/card/{id}/limits",
    "basis": "stated",
    "statement": "PATCH takes Authorization, Content-Type, Idempotency-Key, X-Service-Request-Timestamp and X-Service-Signature.",
    "operations": [
      "updateCardLimits"
    ]
  },
  {
    "id": "patch.merge-patch",
    "section": "Endpoints / PATCH /v1/card/{id}/limits",
    "basis": "stated",
    "statement": "The body is a JSON merge patch, sent as application/merge-patch+json.",
    "operations": [
      "updateCardLimits"
    ]
  },
  {
    "id": "patch.daily",
    "section": "Endpoints / PATCH /v1/card/{id}/limits",
    "basis": "stated",
    "statement": "`daily` can be patched with an integer.",
    "operations": [
      "updateCardLimits"
    ]
  },
  {
    "id": "patch.accepted",
    "section": "Endpoints / PATCH /v1/card/{id}/limits",
    "basis": "derived",
    "statement": "A PATCH of `daily` exactly as specified is accepted.",
    "because": "Headers, media type, body and signature are all specified, so one that is refused on every card, also for the value that is there already, is refused for nothing that the specification says.",
    "operations": [
      "updateCardLimits"
    ]
  },
  {
    "id": "patch.zero",
    "section": "Endpoints / PATCH /v1/card/{id}/limits",
    "basis": "derived",
    "statement": "A PATCH to 0 of a limit that another PATCH has changed is refused or changes that limit to 0, and one from 0 to another amount changes it to that.",
    "because": "PATCH updates the limits and 0 occurs as a value of one, so a success that changes nothing tells the caller of an update that is not made. Whether a limit other than `daily` can be patched is not shown, which is why another PATCH has to have changed it.",
    "operations": [
      "updateCardLimits"
    ]
  },
  {
    "id": "gap.patch.monthly",
    "section": "Endpoints / PATCH /v1/card/{id}/limits",
    "basis": "unspecified",
    "statement": "Whether `monthly` can be patched is not shown.",
    "question": "Can `monthly` be patched?",
    "assumption": "Presumably. The client sends it when asked to.",
    "safe": "A refusal reaches the caller as an error.",
    "answers": [
      {
        "id": "accepted",
        "means": "It is changed."
      },
      {
        "id": "refused",
        "means": "The patch is refused."
      },
      {
        "id": "ignored",
        "means": "The patch succeeds and the field stays."
      }
    ],
    "operations": [
      "updateCardLimits"
    ]
  },
  {
    "id": "gap.patch.atm",
    "section": "Endpoints / PATCH /v1/card/{id}/limits",
    "basis": "unspecified",
    "statement": "Whether `atm` can be patched is not shown.",
    "question": "Can `atm` be patched?",
    "assumption": "Presumably. The client sends it when asked to.",
    "safe": "A refusal reaches the caller as an error.",
    "answers": [
      {
        "id": "accepted",
        "means": "It is changed."
      },
      {
        "id": "refused",
        "means": "The patch is refused."
      },
      {
        "id": "ignored",
        "means": "The patch succeeds and the field stays."
      }
    ],
    "operations": [
      "updateCardLimits"
    ]
  },
  {
    "id": "gap.patch.approval-based",
    "section": "Endpoints / PATCH /v1/card/{id}/limits",
    "basis": "unspecified",
    "statement": "Whether `approvalBased` can be patched is not shown.",
    "question": "Is a patch that names `approvalBased`, with the value it has, accepted?",
    "assumption": "Presumably. The client sends it when asked to.",
    "safe": "A refusal reaches the caller as an error.",
    "answers": [
      {
        "id": "accepted",
        "means": "The patch succeeds."
      },
      {
        "id": "refused",
        "means": "The patch is refused."
      }
    ],
    "operations": [
      "updateCardLimits"
    ]
  },
  {
    "id": "gap.patch.null",
    "section": "Endpoints / PATCH /v1/card/{id}/limits",
    "basis": "unspecified",
    "statement": "What null does to a limit in a merge patch is not shown.",
    "question": "Does null remove a limit, set it to zero, or get refused?",
    "assumption": "The client refuses null for the amounts before anything is sent.",
    "safe": "A limit cannot be removed by accident.",
    "unobservable": "Asking could remove a limit of a real card that could then not be put back.",
    "operations": [
      "updateCardLimits"
    ]
  },
  {
    "id": "gap.patch.content-type",
    "section": "Endpoints / PATCH /v1/card/{id}/limits",
    "basis": "unspecified",
    "statement": "Whether a patch in another content type is refused is not shown.",
    "question": "Is a patch sent as application/json accepted as well?",
    "assumption": "The client sends application/merge-patch+json.",
    "safe": "That is the documented type.",
    "answers": [
      {
        "id": "refused",
        "means": "It is refused."
      },
      {
        "id": "accepted",
        "means": "It is applied."
      }
    ],
    "operations": [
      "updateCardLimits"
    ]
  },
  {
    "id": "gap.patch.empty",
    "section": "Endpoints / PATCH /v1/card/{id}/limits",
    "basis": "unspecified",
    "statement": "What an empty merge patch gets is not shown.",
    "question": "Is an empty patch accepted?",
    "assumption": "The client refuses it before anything is sent.",
    "safe": "An empty patch changes nothing, so nothing is lost.",
    "answers": [
      {
        "id": "accepted",
        "means": "It succeeds and changes nothing."
      },
      {
        "id": "refused",
        "means": "It is refused."
      }
    ],
    "operations": [
      "updateCardLimits"
    ]
  },
  {
    "id": "gap.patch.response",
    "section": "Endpoints / PATCH /v1/card/{id}/limits",
    "basis": "unspecified",
    "statement": "The response of PATCH is not shown.",
    "question": "What does a successful PATCH answer?",
    "assumption": "Any 2xx, with any body or none.",
    "safe": "The client hands the body on as unknown.",
    "answers": [
      {
        "id": "200-card",
        "means": "200 with the card."
      },
      {
        "id": "200-limits",
        "means": "200 with the limits."
      },
      {
        "id": "202-empty",
        "means": "202 with nothing."
      },
      {
        "id": "204-empty",
        "means": "204."
      }
    ],
    "operations": [
      "updateCardLimits"
    ]
  },
  {
    "id": "gap.unknown-card",
    "section": "Endpoints / PATCH /v1/card/{id}/limits",
    "basis": "unspecified",
    "statement": "What a write to a card that does not exist gets is not shown.",
    "question": "With which status is an unknown card id refused?",
    "assumption": "Any 4xx.",
    "safe": "The client retries none of them.",
    "unobservable": "The suite promises to write to one card only, and no id is known to belong to nobody.",
    "operations": [
      "replaceCardLimits",
      "updateCardLimits"
    ]
  },
  {
    "id": "gap.transfer.endpoints",
    "section": "Endpoints / PATCH /v1/card/{id}/limits",
    "basis": "unspecified",
    "statement": "Transfer endpoints are not shown.",
    "question": "Which endpoints do transfers have?",
    "assumption": "None.",
    "safe": "Nothing depends on it.",
    "unobservable": "No path is shown, and guessing one would be invention.",
    "operations": []
  },
  {
    "id": "auth.client-credentials",
    "section": "Authentication",
    "basis": "stated",
    "statement": "OAuth 2.0 client credentials is the only supported method; no other grant gives a token (line 1).",
    "operations": [
      "requestToken"
    ]
  },
  {
    "id": "auth.secret.unrecoverable",
    "section": "Authentication",
    "basis": "stated",
    "statement": "The service keeps only a hashed form of the client secret and cannot recover it, so no response repeats it (line 2).",
    "operations": []
  },
  {
    "id": "auth.secret.stable",
    "section": "Authentication",
    "basis": "derived",
    "statement": "A secret goes on working until the operator rotates it.",
    "because": "Credentials are rotated through the operator, so the interface itself never changes one (line 2).",
    "operations": [
      "requestToken"
    ]
  },
  {
    "id": "auth.token.endpoint",
    "section": "Authentication",
    "basis": "stated",
    "statement": "Tokens are requested at POST /v1/oauth/token, again and again with the same flow (lines 3 and 4).",
    "operations": [
      "requestToken"
    ]
  },
  {
    "id": "auth.token.lives",
    "section": "Authentication",
    "basis": "stated",
    "statement": "A token lives for expires_in seconds (line 4).",
    "operations": []
  },
  {
    "id": "auth.token.independent",
    "section": "Authentication",
    "basis": "derived",
    "statement": "A newer token does not end an older one before its time.",
    "because": "Each token lives for the expires_in seconds that it came with, and nothing else is said to end it (line 4).",
    "operations": [
      "requestToken"
    ]
  },
  {
    "id": "auth.token.hidden",
    "section": "Authentication",
    "basis": "derived",
    "statement": "Tokens come from the token request alone; no other response holds one that its request did not carry.",
    "because": "Client credentials are the only way to a token, and they are sent to the token request only (lines 1 and 3); a response that holds a token gives it to a request that has sent none of that.",
    "operations": []
  },
  {
    "id": "auth.token.dies",
    "section": "Authentication",
    "basis": "stated",
    "statement": "After expires_in seconds a token is no longer accepted (line 4).",
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "auth.bearer",
    "section": "Authentication",
    "basis": "derived",
    "statement": "Requests carry the token as Authorization: Bearer; in another scheme it is refused (line 5).",
    "because": "Bearer is the scheme that is given, and no other one is named (line 5).",
    "operations": []
  },
  {
    "id": "scope.cards-read",
    "section": "Authentication / Scopes",
    "basis": "stated",
    "statement": "cards:read is needed to read card information.",
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "scope.cards-write",
    "section": "Authentication / Scopes",
    "basis": "stated",
    "statement": "cards:write is needed to modify spending limits.",
    "operations": [
      "replaceCardLimits",
      "updateCardLimits"
    ]
  },
  {
    "id": "scope.transfers-read",
    "section": "Authentication / Scopes",
    "basis": "stated",
    "statement": "transfers:read is a scope that can be requested and granted.",
    "operations": [
      "requestToken"
    ]
  },
  {
    "id": "scope.transfers-write",
    "section": "Authentication / Scopes",
    "basis": "stated",
    "statement": "transfers:write is a scope that can be requested and granted.",
    "operations": [
      "requestToken"
    ]
  },
  {
    "id": "scope.all-four",
    "section": "Authentication / Scopes",
    "basis": "stated",
    "statement": "Card endpoints require all four scopes; a token that lacks one of them is refused (line 7).",
    "operations": [
      "listCards",
      "replaceCardLimits",
      "updateCardLimits"
    ]
  },
  {
    "id": "auth.read.only-authorization",
    "section": "Authentication",
    "basis": "stated",
    "statement": "Read requests need only the Authorization header (line 8).",
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "auth.idempotency.required",
    "section": "Authentication / Signed headers",
    "basis": "stated",
    "statement": "Idempotency-Key is required; a write without it is refused (line 9).",
    "operations": [
      "replaceCardLimits",
      "updateCardLimits"
    ]
  },
  {
    "id": "auth.idempotency.empty",
    "section": "Authentication / Signed headers",
    "basis": "derived",
    "statement": "A write with an empty Idempotency-Key is refused.",
    "because": "The key is required and unique; an empty value is no key.",
    "operations": [
      "replaceCardLimits",
      "updateCardLimits"
    ]
  },
  {
    "id": "auth.idempotency.safe-retry",
    "section": "Authentication / Signed headers",
    "basis": "stated",
    "statement": "Retrying the same write with the same key is safe; it is not applied a second time, even after another write (line 9).",
    "operations": [
      "replaceCardLimits",
      "updateCardLimits"
    ]
  },
  {
    "id": "auth.idempotency.distinct",
    "section": "Authentication / Signed headers",
    "basis": "derived",
    "statement": "A write with a key of its own is a write of its own and is applied.",
    "because": "The key identifies one write, and only a retry of that write is held back.",
    "operations": [
      "replaceCardLimits",
      "updateCardLimits"
    ]
  },
  {
    "id": "auth.timestamp.required",
    "section": "Authentication / Signed headers",
    "basis": "stated",
    "statement": "X-Service-Request-Timestamp is required; a write without it is refused (line 9).",
    "operations": [
      "replaceCardLimits",
      "updateCardLimits"
    ]
  },
  {
    "id": "auth.timestamp.format",
    "section": "Authentication / Signed headers",
    "basis": "derived",
    "statement": "A timestamp that is empty or not an integer is refused, even when it is signed.",
    "because": "The timestamp is an integer, Unix time in seconds.",
    "operations": [
      "replaceCardLimits",
      "updateCardLimits"
    ]
  },
  {
    "id": "auth.timestamp.stale",
    "section": "Authentication / Signed headers",
    "basis": "stated",
    "statement": "A request whose timestamp is older than 5 minutes is rejected (line 9).",
    "operations": [
      "replaceCardLimits",
      "updateCardLimits"
    ]
  },
  {
    "id": "auth.timestamp.fresh",
    "section": "Authentication / Signed headers",
    "basis": "derived",
    "statement": "A request whose timestamp is younger than 5 minutes is not rejected for its age.",
    "because": "The rule rejects requests that are older than 5 minutes, and no others.",
    "operations": [
      "replaceCardLimits",
      "updateCardLimits"
    ]
  },
  {
    "id": "auth.signature.required",
    "section": "Authentication / Signed headers",
    "basis": "stated",
    "statement": "X-Service-Signature is required; a write without it is refused (line 9).",
    "operations": [
      "replaceCardLimits",
      "updateCardLimits"
    ]
  },
  {
    "id": "auth.signature.verified",
    "section": "Authentication / Signed headers",
    "basis": "derived",
    "statement": "A signature that is empty, not Base64, random or made for another request is refused.",
    "because": "The header is the Base64 of a signature over this request; anything else is not that signature.",
    "operations": [
      "replaceCardLimits",
      "updateCardLimits"
    ]
  },
  {
    "id": "auth.signature.algorithm",
    "section": "Authentication / Signed headers",
    "basis": "stated",
    "statement": "The signature is RSA with SHA-256, in Base64; another digest or encoding is refused (line 9).",
    "operations": [
      "replaceCardLimits",
      "updateCardLimits"
    ]
  },
  {
    "id": "auth.signature.method",
    "section": "Authentication / Signed headers",
    "basis": "stated",
    "statement": "The signature covers the HTTP method (lines 9 and 10).",
    "operations": [
      "replaceCardLimits",
      "updateCardLimits"
    ]
  },
  {
    "id": "auth.signature.path",
    "section": "Authentication / Signed headers",
    "basis": "stated",
    "statement": "The signature covers the request path (lines 9 and 10).",
    "operations": [
      "replaceCardLimits",
      "updateCardLimits"
    ]
  },
  {
    "id": "auth.signature.timestamp",
    "section": "Authentication / Signed headers",
    "basis": "stated",
    "statement": "The signature covers the timestamp that is sent (lines 9 and 10).",
    "operations": [
      "replaceCardLimits",
      "updateCardLimits"
    ]
  },
  {
    "id": "auth.signature.string",
    "section": "Authentication / Signed headers",
    "basis": "stated",
    "statement": "Method, path and timestamp are joined with no separator (line 10).",
    "operations": [
      "replaceCardLimits",
      "updateCardLimits"
    ]
  },
  {
    "id": "auth.signature.key",
    "section": "Authentication / Signed headers",
    "basis": "stated",
    "statement": "The signing key is the partner's RSA private key; a signature by another key is refused (line 10).",
    "operations": [
      "replaceCardLimits",
      "updateCardLimits"
    ]
  },
  {
    "id": "auth.refused.no-effect",
    "section": "Authentication / Signed headers",
    "basis": "derived",
    "statement": "A write that is refused changes nothing.",
    "because": "A request that is rejected is not carried out.",
    "operations": [
      "replaceCardLimits",
      "updateCardLimits"
    ]
  },
  {
    "id": "gap.auth.missing-token-status",
    "section": "Errors",
    "basis": "unspecified",
    "statement": "The status of a request without a token is not shown.",
    "question": "With which status is a request without Authorization refused?",
    "assumption": "Any 4xx.",
    "safe": "The client always sends a token.",
    "answers": [
      {
        "id": "401",
        "means": "Unauthorized."
      },
      {
        "id": "400",
        "means": "Bad request."
      },
      {
        "id": "403",
        "means": "Forbidden."
      }
    ],
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "gap.scope.missing-status",
    "section": "Errors",
    "basis": "unspecified",
    "statement": "Status and body for a missing scope are not shown.",
    "question": "With which status is a token that lacks a scope refused?",
    "assumption": "Any 4xx. A 401 makes the client fetch one new token and try once more.",
    "safe": "The second refusal reaches the caller.",
    "answers": [
      {
        "id": "403",
        "means": "Forbidden."
      },
      {
        "id": "401",
        "means": "Unauthorized."
      },
      {
        "id": "400",
        "means": "Bad request."
      }
    ],
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "gap.idempotency.missing-status",
    "section": "Errors",
    "basis": "unspecified",
    "statement": "Status and body for a missing Idempotency-Key are not shown.",
    "question": "With which status is a write without Idempotency-Key refused?",
    "assumption": "Any 4xx.",
    "safe": "The client always sends a key.",
    "answers": [
      {
        "id": "400",
        "means": "Bad request."
      },
      {
        "id": "422",
        "means": "Unprocessable."
      },
      {
        "id": "428",
        "means": "Precondition required."
      }
    ],
    "operations": [
      "updateCardLimits"
    ]
  },
  {
    "id": "gap.idempotency.reuse",
    "section": "Errors",
    "basis": "unspecified",
    "statement": "What a key that is used again with another body gets is not shown.",
    "question": "What does the same Idempotency-Key with another body get?",
    "assumption": "Anything. The client refuses to send it while it knows the key.",
    "safe": "Nothing is sent.",
    "answers": [
      {
        "id": "409",
        "means": "Conflict."
      },
      {
        "id": "422",
        "means": "Unprocessable."
      },
      {
        "id": "400",
        "means": "Bad request."
      },
      {
        "id": "replayed",
        "means": "The first response comes again and nothing changes."
      },
      {
        "id": "applied",
        "means": "The new body is applied."
      }
    ],
    "operations": [
      "updateCardLimits"
    ]
  },
  {
    "id": "gap.idempotency.replay-response",
    "section": "Authentication / Signed headers",
    "basis": "unspecified",
    "statement": "What a retry with the same key answers is not shown.",
    "question": "What does the retry of a write that had succeeded answer?",
    "assumption": "Any 2xx is success; a refusal reaches the caller with the key.",
    "safe": "The write was applied once in either case.",
    "answers": [
      {
        "id": "same",
        "means": "The same status and body as the first time."
      },
      {
        "id": "409",
        "means": "A refusal that says that the key was used."
      }
    ],
    "operations": [
      "updateCardLimits"
    ]
  },
  {
    "id": "gap.idempotency.refused-key",
    "section": "Errors",
    "basis": "unspecified",
    "statement": "Whether the key of a refused write is used up is not shown.",
    "question": "What does a write get whose Idempotency-Key was refused before, for a token or timestamp that is renewed?",
    "assumption": "It may be refused for as long as the key is kept. The client sends it once more at most, and the refusal reaches the caller.",
    "safe": "A refused write has changed nothing, and another call has another key.",
    "answers": [
      {
        "id": "carried-out",
        "means": "The write is carried out."
      },
      {
        "id": "refused",
        "means": "It is refused again."
      }
    ],
    "operations": [
      "updateCardLimits"
    ]
  },
  {
    "id": "gap.idempotency.after-window",
    "section": "Authentication / Signed headers",
    "basis": "unspecified",
    "statement": "What happens to a key after 24 hours is not shown.",
    "question": "Is a key that is older than 24 hours applied again, or refused?",
    "assumption": "It may be applied again. The client does not retry with a key older than 24 hours.",
    "safe": "Nothing is sent.",
    "answers": [
      {
        "id": "applied",
        "means": "The write is applied as a new one."
      },
      {
        "id": "replayed",
        "means": "The key is still remembered."
      }
    ],
    "operations": [
      "updateCardLimits"
    ]
  },
  {
    "id": "gap.timestamp.missing-status",
    "section": "Errors",
    "basis": "unspecified",
    "statement": "Status and body for a missing timestamp are not shown.",
    "question": "With which status is a write without a timestamp refused?",
    "assumption": "Any 4xx.",
    "safe": "The client always sends a timestamp.",
    "answers": [
      {
        "id": "400",
        "means": "Bad request."
      },
      {
        "id": "401",
        "means": "Unauthorized."
      },
      {
        "id": "403",
        "means": "Forbidden."
      }
    ],
    "operations": [
      "updateCardLimits"
    ]
  },
  {
    "id": "gap.timestamp.stale-status",
    "section": "Errors",
    "basis": "unspecified",
    "statement": "Status and body for a timestamp older than 5 minutes are not shown.",
    "question": "With which status is a stale timestamp refused?",
    "assumption": "Any 4xx.",
    "safe": "The client signs each attempt anew.",
    "answers": [
      {
        "id": "401",
        "means": "Unauthorized."
      },
      {
        "id": "400",
        "means": "Bad request."
      },
      {
        "id": "403",
        "means": "Forbidden."
      },
      {
        "id": "408",
        "means": "Request timeout."
      }
    ],
    "operations": [
      "updateCardLimits"
    ]
  },
  {
    "id": "gap.timestamp.future",
    "section": "Errors",
    "basis": "unspecified",
    "statement": "Only timestamps that are too old are mentioned; what a timestamp in the future gets is not shown.",
    "question": "Is a timestamp ten minutes in the future accepted?",
    "assumption": "Not necessarily. The client corrects its clock by the server's.",
    "safe": "A corrected timestamp is neither old nor in the future.",
    "answers": [
      {
        "id": "refused",
        "means": "It is refused."
      },
      {
        "id": "accepted",
        "means": "It is accepted."
      }
    ],
    "operations": [
      "updateCardLimits"
    ]
  },
  {
    "id": "gap.signature.missing-status",
    "section": "Errors",
    "basis": "unspecified",
    "statement": "Status and body for a missing signature are not shown.",
    "question": "With which status is a write without a signature refused?",
    "assumption": "Any 4xx.",
    "safe": "The client always signs.",
    "answers": [
      {
        "id": "400",
        "means": "Bad request."
      },
      {
        "id": "401",
        "means": "Unauthorized."
      },
      {
        "id": "403",
        "means": "Forbidden."
      }
    ],
    "operations": [
      "updateCardLimits"
    ]
  },
  {
    "id": "gap.signature.bad-status",
    "section": "Errors",
    "basis": "unspecified",
    "statement": "Status and body for a bad signature are not shown.",
    "question": "With which status is a bad signature refused?",
    "assumption": "Any 4xx.",
    "safe": "The client never repeats such a request unchanged.",
    "answers": [
      {
        "id": "401",
        "means": "Unauthorized."
      },
      {
        "id": "400",
        "means": "Bad request."
      },
      {
        "id": "403",
        "means": "Forbidden."
      }
    ],
    "operations": [
      "updateCardLimits"
    ]
  },
  {
    "id": "gap.signature.padding",
    "section": "Authentication / Signed headers",
    "basis": "unspecified",
    "statement": "The padding of the RSA signature is not shown.",
    "question": "Is the signature padded by PKCS#1 v1.5 or by PSS?",
    "assumption": "PKCS#1 v1.5 (RFC 8017, section 8.2), which \"RSA signature with SHA-256\" commonly names.",
    "safe": "A server that wants PSS refuses every write; nothing is changed by mistake.",
    "answers": [
      {
        "id": "pkcs1",
        "means": "PKCS#1 v1.5 only."
      },
      {
        "id": "pss",
        "means": "PSS only."
      },
      {
        "id": "both",
        "means": "Either."
      }
    ],
    "operations": [
      "updateCardLimits"
    ]
  },
  {
    "id": "gap.signature.prefix",
    "section": "Authentication / Signed headers",
    "basis": "unspecified",
    "statement": "Whether a path prefix of the base URL is part of the signed path is not shown.",
    "question": "Where the base URL has a path prefix, does the signed path start at /v1 or at the root?",
    "assumption": "At /v1, as the example shape does.",
    "safe": "A server that wants the other refuses every write; an option changes it.",
    "answers": [
      {
        "id": "api",
        "means": "The signed path starts at /v1."
      },
      {
        "id": "full",
        "means": "The whole request path is signed."
      }
    ],
    "operations": [
      "updateCardLimits"
    ]
  },
  {
    "id": "gap.signature.query",
    "section": "Authentication / Signed headers",
    "basis": "unspecified",
    "statement": "Whether a query string is part of the signed path is not shown; no signed operation has one.",
    "question": "When a write is sent with a query, does the signature cover it?",
    "assumption": "The path only. No write of the client has a query.",
    "safe": "Nothing depends on it.",
    "answers": [
      {
        "id": "path-only",
        "means": "The path alone is signed."
      },
      {
        "id": "with-query",
        "means": "The query is part of the signed path."
      },
      {
        "id": "refused",
        "means": "A write with a query is refused either way."
      }
    ],
    "operations": [
      "updateCardLimits"
    ]
  },
  {
    "id": "gap.signature.base64-variants",
    "section": "Authentication / Signed headers",
    "basis": "unspecified",
    "statement": "Whether the URL-safe alphabet is accepted for Base64 is not shown.",
    "question": "Is a signature in base64url without padding accepted as well?",
    "assumption": "The client sends standard Base64 with padding (RFC 4648, section 4).",
    "safe": "That is what Base64 means without qualification.",
    "answers": [
      {
        "id": "refused",
        "means": "It is refused."
      },
      {
        "id": "accepted",
        "means": "It is decoded all the same."
      }
    ],
    "operations": [
      "updateCardLimits"
    ]
  },
  {
    "id": "gap.key-registration",
    "section": "Authentication",
    "basis": "unspecified",
    "statement": "How a partner's public key is registered is not part of the interface (line 11).",
    "question": "How is the public key registered?",
    "assumption": "By the operator, beforehand.",
    "safe": "A server that does not know the key refuses every write.",
    "unobservable": "It happens outside the interface.",
    "operations": []
  },
  {
    "id": "gap.events",
    "section": "Events",
    "basis": "unspecified",
    "statement": "Events, webhooks or notifications are not shown.",
    "question": "Does the service send events?",
    "assumption": "None are received.",
    "safe": "Nothing depends on it.",
    "unobservable": "Nothing in the interface subscribes to or receives one.",
    "operations": []
  },
  {
    "id": "error.401.status",
    "section": "Errors",
    "basis": "stated",
    "statement": "An invalid or expired token gets 401.",
    "operations": [
      "listCards",
      "replaceCardLimits",
      "updateCardLimits"
    ]
  },
  {
    "id": "error.401.body",
    "section": "Errors",
    "basis": "stated",
    "statement": "The 401 for an invalid or expired token carries the error body, with message and type.",
    "operations": [
      "listCards",
      "replaceCardLimits",
      "updateCardLimits"
    ]
  },
  {
    "id": "error.401.type",
    "section": "Errors",
    "basis": "stated",
    "statement": "The error body of that 401 has the type InvalidRequest.",
    "operations": [
      "listCards",
      "replaceCardLimits",
      "updateCardLimits"
    ]
  },
  {
    "id": "error.refusal.client-error",
    "section": "Errors",
    "basis": "derived",
    "statement": "A request that is refused for what it carries is answered with a 4xx, not with a server error or a redirect.",
    "because": "The specification calls it a rejection of the request; a 5xx says that the server failed, and a 3xx that the request can be fulfilled elsewhere (RFC 9110, sections 15.6 and 15.4).",
    "operations": []
  },
  {
    "id": "limits.page-size",
    "section": "Limits",
    "basis": "stated",
    "statement": "The default page size of list operations is 10 items.",
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "limits.token-lifetime",
    "section": "Limits",
    "basis": "stated",
    "statement": "The lifetime of access tokens is expires_in seconds.",
    "operations": [
      "requestToken"
    ]
  },
  {
    "id": "limits.timestamp-age",
    "section": "Limits",
    "basis": "stated",
    "statement": "Signed writes are rejected when their timestamp is older than 5 minutes, for every signed operation alike.",
    "operations": [
      "replaceCardLimits",
      "updateCardLimits"
    ]
  },
  {
    "id": "limits.idempotency-window",
    "section": "Limits",
    "basis": "stated",
    "statement": "An idempotency key protects a signed write for 24 hours.",
    "operations": [
      "replaceCardLimits",
      "updateCardLimits"
    ]
  },
  {
    "id": "gap.limit.maximum",
    "section": "Limits",
    "basis": "unspecified",
    "statement": "The maximum value of limit is not shown.",
    "question": "What does a very large limit get?",
    "assumption": "Fewer items than asked for, or a refusal. The client follows the cursor either way.",
    "safe": "The cursor decides where the list ends, not the length of a page.",
    "answers": [
      {
        "id": "uncapped",
        "means": "As many items as were asked for."
      },
      {
        "id": "capped",
        "means": "A page of the maximum size."
      },
      {
        "id": "refused",
        "means": "The request is refused."
      }
    ],
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "gap.rate-limits",
    "section": "Limits",
    "basis": "unspecified",
    "statement": "Rate limits are not shown.",
    "question": "Are there rate limits?",
    "assumption": "There may be. The client waits as Retry-After says.",
    "safe": "Waiting loses nothing.",
    "answers": [
      {
        "id": "none-seen",
        "means": "No 429 and no rate limit header was seen."
      },
      {
        "id": "429",
        "means": "429 with Retry-After now and then."
      },
      {
        "id": "headers",
        "means": "Responses carry rate limit headers."
      }
    ],
    "operations": []
  },
  {
    "id": "version.path",
    "section": "Versioning",
    "basis": "stated",
    "statement": "The version is part of the path; all paths begin with /v1, and nothing is served without it.",
    "operations": []
  },
  {
    "id": "gap.deprecation",
    "section": "Versioning",
    "basis": "unspecified",
    "statement": "The deprecation and compatibility policy is not shown.",
    "question": "Do responses announce a deprecation?",
    "assumption": "None is announced.",
    "safe": "Headers that the client does not know are ignored.",
    "answers": [
      {
        "id": "none-seen",
        "means": "No Deprecation or Sunset header was seen."
      },
      {
        "id": "announced",
        "means": "Responses carry Deprecation or Sunset."
      }
    ],
    "operations": []
  }
] as const satisfies readonly Requirement[];

/** The id of a requirement about the service. */
export type RequirementId = (typeof rows)[number]["id"];

/** The id of an open question. */
export type GapId = Extract<RequirementId, `gap.${string}`>;

/** Every requirement about the service, in the order of the specification. */
export const requirements: readonly (Requirement & { readonly id: RequirementId })[] = rows;

/** Every rule that a client is held to, in the order of what it does. */
export const clientRequirements: readonly Requirement[] = [
  {
    "id": "client.token.request",
    "party": "client",
    "section": "Endpoints / POST /v1/oauth/token",
    "basis": "stated",
    "statement": "A token is requested with POST, as a form.",
    "operations": [
      "requestToken"
    ]
  },
  {
    "id": "client.token.no-authorization",
    "party": "client",
    "section": "Endpoints / POST /v1/oauth/token",
    "basis": "stated",
    "statement": "A token request carries no Authorization header.",
    "operations": [
      "requestToken"
    ]
  },
  {
    "id": "client.token.grant",
    "party": "client",
    "section": "Endpoints / POST /v1/oauth/token",
    "basis": "stated",
    "statement": "A token request asks with the grant type client_credentials, and has each field once.",
    "operations": [
      "requestToken"
    ]
  },
  {
    "id": "client.token.credentials",
    "party": "client",
    "section": "Endpoints / POST /v1/oauth/token",
    "basis": "stated",
    "statement": "Client id and client secret are fields of the form, as they were issued, and the secret stands in no URL and in no header of a call.",
    "operations": [
      "requestToken"
    ]
  },
  {
    "id": "client.token.scopes",
    "party": "client",
    "section": "Authentication / Scopes",
    "basis": "stated",
    "statement": "A token is requested for all four scopes, with spaces between them.",
    "operations": [
      "requestToken"
    ]
  },
  {
    "id": "client.token.renew",
    "party": "client",
    "section": "Authentication",
    "basis": "derived",
    "statement": "A token that has ended and was refused is not used again; a new one is requested with the same flow.",
    "because": "A token lives for expires_in seconds, and after that a new one is requested; once its refusal has arrived, the client knows that it has ended.",
    "operations": [
      "requestToken"
    ]
  },
  {
    "id": "client.token.unknown-members",
    "party": "client",
    "section": "Resources and their fields / Token response",
    "basis": "derived",
    "statement": "A token response with members that the client does not know is used like any other.",
    "because": "The flow is that of OAuth 2.0, whose client must ignore unrecognised members of the token response (RFC 6749, section 5.1).",
    "operations": [
      "requestToken"
    ]
  },
  {
    "id": "client.token.reuse",
    "party": "client",
    "section": "Authentication",
    "basis": "practice",
    "statement": "A token that is still valid serves further requests.",
    "because": "OAuth 2.0 gives a token a lifetime so that it is requested once for many calls (RFC 6749, section 5.1); a token endpoint is what services limit first.",
    "operations": [
      "requestToken"
    ]
  },
  {
    "id": "client.token.single-flight",
    "party": "client",
    "section": "Authentication",
    "basis": "practice",
    "statement": "Calls at the same time share one token request.",
    "because": "Client libraries that share a token do it, such as those of the large cloud services, since a burst of calls would otherwise become a burst of token requests.",
    "operations": [
      "requestToken"
    ]
  },
  {
    "id": "client.token.bounded",
    "party": "client",
    "section": "Errors",
    "basis": "practice",
    "statement": "Where every token is refused, or every request for one, the client stops asking for new ones.",
    "because": "A client whose token is refused at once gains nothing from a third one (RFC 6750, section 3.1, speaks of one retry with a new token), nor from a login that was refused.",
    "operations": [
      "requestToken"
    ]
  },
  {
    "id": "client.bearer.header",
    "party": "client",
    "section": "Authentication",
    "basis": "stated",
    "statement": "Every card request carries a token that was issued, as Authorization with the scheme Bearer.",
    "operations": [
      "listCards",
      "replaceCardLimits",
      "updateCardLimits"
    ]
  },
  {
    "id": "client.bearer.not-in-url",
    "party": "client",
    "section": "Authentication",
    "basis": "practice",
    "statement": "A token stands in no URL.",
    "because": "URLs end in logs, so bearer tokens should not be passed in them (RFC 6750, section 5.3).",
    "operations": []
  },
  {
    "id": "client.bearer.own-origin",
    "party": "client",
    "section": "Authentication",
    "basis": "derived",
    "statement": "A token is sent to the host of the base URL alone, wherever a redirect leads.",
    "because": "The token is a bearer token, and a client must see to it that such a token reaches nobody for whom it is not meant (RFC 6750, section 5.3); curl, browsers and most HTTP libraries leave the header out at another host.",
    "operations": []
  },
  {
    "id": "client.path.version",
    "party": "client",
    "section": "Versioning",
    "basis": "stated",
    "statement": "Every path that is requested begins with /v1 after the base URL.",
    "operations": []
  },
  {
    "id": "client.list.start",
    "party": "client",
    "section": "Endpoints / GET /v1/card",
    "basis": "stated",
    "statement": "A list is begun without a cursor.",
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "client.list.follow",
    "party": "client",
    "section": "Endpoints / GET /v1/card",
    "basis": "stated",
    "statement": "Who reads the whole list goes on with the returned cursor until there is none.",
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "client.list.empty-page",
    "party": "client",
    "section": "Endpoints / GET /v1/card",
    "basis": "stated",
    "statement": "A page without items that has a cursor does not end the list.",
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "client.list.verbatim",
    "party": "client",
    "section": "Endpoints / GET /v1/card",
    "basis": "stated",
    "statement": "A cursor is sent as it was returned, encoded for the URL and changed in no other way.",
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "client.list.immediate",
    "party": "client",
    "section": "Endpoints / GET /v1/card",
    "basis": "stated",
    "statement": "A cursor of a list that was read to its end is not kept for a later one.",
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "client.list.limit",
    "party": "client",
    "section": "Endpoints / GET /v1/card",
    "basis": "stated",
    "statement": "Where limit is sent, it is an integer.",
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "client.list.complete",
    "party": "client",
    "section": "Endpoints / GET /v1/card",
    "basis": "derived",
    "statement": "A list that is reported as complete has every card that was served, and the walk to its end happened.",
    "because": "Who stops before the cursor is absent or null has not read the list, and who drops a page has not reported it.",
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "client.list.no-duplicates",
    "party": "client",
    "section": "Endpoints / GET /v1/card",
    "basis": "derived",
    "statement": "A card that was served once is reported once.",
    "because": "The iteration rule gives every page once.",
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "client.list.dead-cursor",
    "party": "client",
    "section": "Endpoints / GET /v1/card",
    "basis": "derived",
    "statement": "A walk whose cursor is refused is not reported as complete.",
    "because": "Cursors may expire or become invalid, and the cards behind such a cursor have not been read.",
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "client.read.lean",
    "party": "client",
    "section": "Authentication",
    "basis": "practice",
    "statement": "A read carries neither key nor timestamp nor signature.",
    "because": "Read requests need only the Authorization header (Authentication, 8); a signature that nobody asked for is one more that can leak.",
    "operations": [
      "listCards"
    ]
  },
  {
    "id": "client.write.route",
    "party": "client",
    "section": "Endpoints / PATCH /v1/card/{id}/limits",
    "basis": "stated",
    "statement": "A write goes to the method and path of the operation that is meant, with the id of a card that is there.",
    "operations": [
      "replaceCardLimits",
      "updateCardLimits"
    ]
  },
  {
    "id": "client.write.headers",
    "party": "client",
    "section": "Authentication / Signed headers",
    "basis": "stated",
    "statement": "A write carries idempotency key, timestamp and signature, none of them empty.",
    "operations": [
      "replaceCardLimits",
      "updateCardLimits"
    ]
  },
  {
    "id": "client.write.timestamp",
    "party": "client",
    "section": "Authentication / Signed headers",
    "basis": "stated",
    "statement": "The timestamp is Unix time in seconds, as an integer.",
    "operations": [
      "replaceCardLimits",
      "updateCardLimits"
    ]
  },
  {
    "id": "client.write.fresh",
    "party": "client",
    "section": "Authentication / Signed headers",
    "basis": "stated",
    "statement": "The timestamp of a write is at most 5 minutes old when the write arrives.",
    "operations": [
      "replaceCardLimits",
      "updateCardLimits"
    ]
  },
  {
    "id": "client.write.signature",
    "party": "client",
    "section": "Authentication / Signed headers",
    "basis": "stated",
    "statement": "The signature is made with the partner's RSA key and SHA-256 over method, path and the timestamp that is sent.",
    "operations": [
      "replaceCardLimits",
      "updateCardLimits"
    ]
  },
  {
    "id": "client.write.base64",
    "party": "client",
    "section": "Authentication / Signed headers",
    "basis": "stated",
    "statement": "The signature is sent in Base64, in its standard alphabet.",
    "operations": [
      "replaceCardLimits",
      "updateCardLimits"
    ]
  },
  {
    "id": "client.write.media-type",
    "party": "client",
    "section": "Endpoints / PATCH /v1/card/{id}/limits",
    "basis": "stated",
    "statement": "A PATCH is sent as application/merge-patch+json.",
    "operations": [
      "updateCardLimits"
    ]
  },
  {
    "id": "client.patch.object",
    "party": "client",
    "section": "Endpoints / PATCH /v1/card/{id}/limits",
    "basis": "stated",
    "statement": "The body of a PATCH is a JSON object with limit fields.",
    "operations": [
      "updateCardLimits"
    ]
  },
  {
    "id": "client.patch.numbers",
    "party": "client",
    "section": "Resources and their fields / Card",
    "basis": "stated",
    "statement": "Amounts are sent as numbers.",
    "operations": [
      "updateCardLimits"
    ]
  },
  {
    "id": "client.patch.only-asked",
    "party": "client",
    "section": "Endpoints / PATCH /v1/card/{id}/limits",
    "basis": "derived",
    "statement": "A PATCH holds the limits that are to be changed, with the values that were asked for, and no others.",
    "because": "The body holds the limit fields to change; what else it holds writes over what somebody else has changed meanwhile.",
    "operations": [
      "updateCardLimits"
    ]
  },
  {
    "id": "client.patch.null",
    "party": "client",
    "section": "Endpoints / PATCH /v1/card/{id}/limits",
    "basis": "derived",
    "statement": "A PATCH has null only where a limit is to be removed.",
    "because": "In a merge patch null removes a member (RFC 7396, section 2).",
    "operations": [
      "updateCardLimits"
    ]
  },
  {
    "id": "client.key.unique",
    "party": "client",
    "section": "Authentication / Signed headers",
    "basis": "stated",
    "statement": "A new write has a key that no write before it had, even where an earlier one had the same content.",
    "operations": [
      "replaceCardLimits",
      "updateCardLimits"
    ]
  },
  {
    "id": "client.key.same-write",
    "party": "client",
    "section": "Authentication / Signed headers",
    "basis": "derived",
    "statement": "What is sent again under one key is the same write, with method, path and body as before.",
    "because": "The key makes retrying the same write safe, so another write under it is no retry.",
    "operations": [
      "replaceCardLimits",
      "updateCardLimits"
    ]
  },
  {
    "id": "client.key.stable",
    "party": "client",
    "section": "Authentication / Signed headers",
    "basis": "derived",
    "statement": "A write whose outcome is unknown is sent again under the key that it had.",
    "because": "The key is what makes retrying the same write safe; under another one it is carried out twice.",
    "operations": [
      "replaceCardLimits",
      "updateCardLimits"
    ]
  },
  {
    "id": "client.key.plain",
    "party": "client",
    "section": "Authentication / Signed headers",
    "basis": "practice",
    "statement": "A key holds neither secret nor token nor the id of a card.",
    "because": "Keys are logged and kept by servers, so payment services advise against anything sensitive in them (Stripe's documentation of idempotent requests).",
    "operations": [
      "replaceCardLimits",
      "updateCardLimits"
    ]
  },
  {
    "id": "client.effect.once",
    "party": "client",
    "section": "Authentication / Signed headers",
    "basis": "derived",
    "statement": "A write that was asked for once is carried out at most once, and nothing else is.",
    "because": "The key makes retrying safe for 24 hours, so a client has no reason to cause a second effect.",
    "operations": [
      "replaceCardLimits",
      "updateCardLimits"
    ]
  },
  {
    "id": "client.retry.final",
    "party": "client",
    "section": "Errors",
    "basis": "practice",
    "statement": "A request that was refused for what it holds is not repeated unchanged.",
    "because": "A 4xx other than 401, 408, 409, 425 and 429 says that the same request will be refused again (RFC 9110, section 15.5).",
    "operations": []
  },
  {
    "id": "client.retry.after",
    "party": "client",
    "section": "Limits",
    "basis": "practice",
    "statement": "After an answer with Retry-After, the request is not repeated before that time.",
    "because": "Retry-After says how long a client ought to wait (RFC 9110, section 10.2.3).",
    "operations": []
  },
  {
    "id": "client.retry.bounded",
    "party": "client",
    "section": "Errors",
    "basis": "practice",
    "statement": "A request is sent at most ten times, and never five times with less than a second of pauses between them.",
    "because": "Retries without bound or pause turn a small failure into an outage (the builders' library of AWS, on timeouts, retries and backoff).",
    "operations": []
  },
  {
    "id": "client.status.class",
    "party": "client",
    "section": "Endpoints / PATCH /v1/card/{id}/limits",
    "basis": "derived",
    "statement": "A write that is answered with any 2xx, with or without a body, is taken for carried out.",
    "because": "A client treats a status that it does not know like the first one of its class (RFC 9110, section 15), and the body of the response is not shown.",
    "operations": [
      "updateCardLimits"
    ]
  },
  {
    "id": "client.claim.no-false-success",
    "party": "client",
    "section": "Errors",
    "basis": "derived",
    "statement": "A write is reported as done only where its effect is there.",
    "because": "A refusal and a lost answer do not say that a write was carried out (RFC 9110, sections 15.5 and 9.2.2).",
    "operations": [
      "replaceCardLimits",
      "updateCardLimits"
    ]
  },
  {
    "id": "client.claim.no-false-failure",
    "party": "client",
    "section": "Authentication / Signed headers",
    "basis": "derived",
    "statement": "A write that was carried out, or may have been, is not reported as not carried out.",
    "because": "A client cannot know whether the original request was applied when its answer is lost (RFC 9110, section 9.2.2); that is why there is a key.",
    "operations": [
      "replaceCardLimits",
      "updateCardLimits"
    ]
  },
  {
    "id": "client.process.ends",
    "party": "client",
    "section": "What the service does",
    "basis": "practice",
    "statement": "The program that uses the client ends by itself, and not by a signal.",
    "because": "A run that hangs or crashes tells its caller nothing about what was carried out.",
    "operations": []
  },
  {
    "id": "client.secrets.quiet",
    "party": "client",
    "section": "Authentication",
    "basis": "practice",
    "statement": "Client secret, tokens and key are in nothing that the client prints, nor in its User-Agent.",
    "because": "Logs are read by more people than the secret is meant for (RFC 6819, section 5.1.6; OWASP's cheat sheet on logging).",
    "operations": []
  }
];

const byId = new Map<string, Requirement>([...rows, ...clientRequirements].map((row) => [row.id, row]));

/**
 * The requirement with this id, whoever is held to it.
 *
 * @throws RangeError when there is none.
 */
export function requirement(id: string): Requirement {
  const row = byId.get(id);
  if (row === undefined) throw new RangeError(`there is no requirement ${id}`);
  return row;
}
