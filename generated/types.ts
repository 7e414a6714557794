// Written by `npm run generate` from openapi/. Do not edit.
export interface paths {
    "/v1/oauth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request an access token
         * @description Obtains an access token with the client credentials flow. The request carries no Authorization
         *     header. After `expires_in` seconds a new token is requested in the same way.
         */
        post: operations["requestToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/card": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List cards
         * @description Lists cards, one page per request. Request the first page without `cursor`, then repeat with
         *     the returned `nextCursor` until it is absent or null. Cursors are opaque: they must not be
         *     parsed or modified, and they may expire, so they are for immediate iteration only.
         */
        get: operations["listCards"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/card/{id}/limits": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The card id. */
                id: components["schemas"]["CardId"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Replace the limits of a card
         * @description Replaces the limits of a card. The specification shows neither the request body nor the
         *     response; both are open here.
         */
        put: operations["replaceCardLimits"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update some limits of a card
         * @description Partially updates the limits of a card with a JSON merge patch that holds the limits to change.
         *     The specification does not show the response; it is open here.
         */
        patch: operations["updateCardLimits"];
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description Card identifier, CRD followed by digits.
         * @example CRD1001
         */
        CardId: string;
        /**
         * @description Holder identifier, USR followed by digits.
         * @example USR501
         */
        HolderId: string;
        /** @description A card. */
        Card: {
            /** @description Card identifier, CRD followed by digits. */
            id: components["schemas"]["CardId"];
            /**
             * @description Last four digits of the card number.
             * @example 4242
             */
            last4: string;
            /**
             * @description Label for the card.
             * @example Office supplies
             */
            nickname: string;
            /** @description Holder of the card. */
            cardHolder: components["schemas"]["CardHolder"];
            /** @description Spending limits of the card. */
            limits: components["schemas"]["CardLimits"];
            /**
             * @description Available balance. Unit and currency are not shown.
             * @example 12750
             */
            availableBalance: number;
        };
        /** @description Holder of a card. */
        CardHolder: {
            /** @description Holder identifier, USR followed by digits. */
            id: components["schemas"]["HolderId"];
            /**
             * @description Holder's full name.
             * @example Maria Keller
             */
            fullName: string;
        };
        /** @description Spending limits of a card. Unit and currency are not shown. */
        CardLimits: {
            /**
             * @description Daily limit.
             * @example 5000
             */
            daily: number;
            /**
             * @description Monthly limit.
             * @example 40000
             */
            monthly: number;
            /**
             * @description ATM limit. 0 occurs as a value.
             * @example 0
             */
            atm: number;
            /**
             * @description Appears as null; its type otherwise is not shown.
             * @example null
             */
            approvalBased: unknown;
        };
        /** @description A page of cards. */
        CardList: {
            /** @description Items of the current page. */
            cards: components["schemas"]["Card"][];
            /**
             * @description Opaque cursor, present only when more results are available; absent or null on the last page.
             * @example b3BhcXVlLWN1cnNvcg
             */
            nextCursor?: string | null;
        };
        /**
         * @description A JSON merge patch (RFC 7396) with the limits to change. The specification shows `daily`, with an
         *     integer; the acceptance of the other fields is not shown, nor what null does.
         */
        LimitsPatch: {
            /**
             * @description New daily limit.
             * @example 5000
             */
            daily?: number;
            /**
             * @description New monthly limit. Whether it can be patched is not shown.
             * @example 40000
             */
            monthly?: number;
            /**
             * @description New ATM limit. Whether it can be patched is not shown.
             * @example 0
             */
            atm?: number;
            /**
             * @description Whether it can be patched, and its type, are not shown.
             * @example null
             */
            approvalBased?: unknown;
        };
        /** @description The new limits. The specification does not show the body of PUT, so any object is allowed here. */
        LimitsReplacement: {
            [key: string]: unknown;
        };
        /** @description The client credentials form. */
        TokenRequest: {
            /**
             * @description Always client_credentials.
             * @constant
             */
            grant_type: "client_credentials";
            /**
             * @description Client identifier.
             * @example partner-1
             */
            client_id: string;
            /**
             * @description Client secret.
             * @example the-secret-issued-by-the-operator
             */
            client_secret: string;
            /**
             * @description Scopes separated by spaces. Use all four unless told otherwise.
             * @example cards:read cards:write transfers:read transfers:write
             */
            scope: string;
        };
        /** @description An access token. */
        TokenResponse: {
            /**
             * @description Bearer token.
             * @example an-access-token
             */
            access_token: string;
            /**
             * @description Always Bearer.
             * @constant
             */
            token_type: "Bearer";
            /**
             * @description Lifetime in seconds, typically 3600.
             * @example 3600
             */
            expires_in: number;
            /**
             * @description Granted scopes separated by spaces.
             * @example cards:read cards:write transfers:read transfers:write
             */
            scope: string;
        };
        /** @description The error body of the service. */
        ErrorBody: {
            /**
             * @description Human-readable text.
             * @example The access token is invalid or has expired.
             */
            message: string;
            /**
             * @description Error kind. InvalidRequest is the value shown.
             * @example InvalidRequest
             */
            type: string;
        };
    };
    responses: {
        /** @description The token is invalid or expired. */
        TokenInvalid: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /**
         * @description Refused for another reason: a missing header, a bad signature, an old timestamp, a missing scope,
         *     a reused idempotency key. Status and body are not shown by the specification.
         */
        Refused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": unknown;
            };
        };
        /** @description The credentials or the request are refused. Status and body are not shown by the specification. */
        TokenRefused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": unknown;
            };
        };
        /** @description The limits are replaced. The body, if there is one, is not shown by the specification. */
        LimitsReplaced: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": unknown;
            };
        };
        /** @description The limits are updated. The body, if there is one, is not shown by the specification. */
        LimitsUpdated: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": unknown;
            };
        };
    };
    parameters: {
        /**
         * @description A unique key that makes retrying the same write safe for up to 24 hours.
         * @example 0f8fad5b-d9cb-469f-a165-70867728950e
         */
        IdempotencyKey: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type CardId = components['schemas']['CardId'];
export type HolderId = components['schemas']['HolderId'];
export type Card = components['schemas']['Card'];
export type CardHolder = components['schemas']['CardHolder'];
export type CardLimits = components['schemas']['CardLimits'];
export type CardList = components['schemas']['CardList'];
export type LimitsPatch = components['schemas']['LimitsPatch'];
export type LimitsReplacement = components['schemas']['LimitsReplacement'];
export type TokenRequest = components['schemas']['TokenRequest'];
export type TokenResponse = components['schemas']['TokenResponse'];
export type ErrorBody = components['schemas']['ErrorBody'];
export type ResponseTokenInvalid = components['responses']['TokenInvalid'];
export type ResponseRefused = components['responses']['Refused'];
export type ResponseTokenRefused = components['responses']['TokenRefused'];
export type ResponseLimitsReplaced = components['responses']['LimitsReplaced'];
export type ResponseLimitsUpdated = components['responses']['LimitsUpdated'];
export type ParameterIdempotencyKey = components['parameters']['IdempotencyKey'];
export type $defs = Record<string, never>;
export interface operations {
    requestToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The client credentials and the scopes that are asked for. */
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["TokenRequest"];
            };
        };
        responses: {
            /** @description An access token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenResponse"];
                };
            };
            "4XX": components["responses"]["TokenRefused"];
        };
    };
    listCards: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the previous response, unchanged. */
                cursor?: string;
                /** @description Items per page. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of cards. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CardList"];
                };
            };
            401: components["responses"]["TokenInvalid"];
            "4XX": components["responses"]["Refused"];
        };
    };
    replaceCardLimits: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A unique key that makes retrying the same write safe for up to 24 hours.
                 * @example 0f8fad5b-d9cb-469f-a165-70867728950e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The card id. */
                id: components["schemas"]["CardId"];
            };
            cookie?: never;
        };
        /** @description Not shown by the specification. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["LimitsReplacement"];
            };
        };
        responses: {
            401: components["responses"]["TokenInvalid"];
            "2XX": components["responses"]["LimitsReplaced"];
            "4XX": components["responses"]["Refused"];
        };
    };
    updateCardLimits: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A unique key that makes retrying the same write safe for up to 24 hours.
                 * @example 0f8fad5b-d9cb-469f-a165-70867728950e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The card id. */
                id: components["schemas"]["CardId"];
            };
            cookie?: never;
        };
        /** @description A JSON merge patch with the limits to change. */
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["LimitsPatch"];
            };
        };
        responses: {
            401: components["responses"]["TokenInvalid"];
            "2XX": components["responses"]["LimitsUpdated"];
            "4XX": components["responses"]["Refused"];
        };
    };
}
