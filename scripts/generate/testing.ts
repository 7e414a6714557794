import type { Document } from "./document.ts";

/** A page of parcels, with its cursor and its items below the top. */
const page = () => ({
  type: "object",
  required: ["result"],
  "x-requirement-required": "page.complete",
  properties: {
    result: {
      type: "object",
      "x-requirement": "page.result",
      properties: {
        parcels: {
          type: "array",
          "x-requirement": "page.parcels",
          items: { $ref: "#/components/schemas/Parcel" },
        },
        next: { type: "string", "x-requirement": "page.next" },
      },
    },
  },
});

/**
 * A small description of another API than that of cards, with everything that generation needs: a token, a
 * paginated operation and a signed one that changes what the first one lists. Made anew, for a test to change.
 */
export function smallDocument(): Document {
  const token = [{ login: ["parcels"] }];
  const json = (schema: object) => ({ content: { "application/json": { schema } } });
  return {
    openapi: "3.1.0",
    info: { title: "Parcels", version: "2.0.0" },
    "x-version-prefix": "/api",
    paths: {
      "/api/login": {
        post: { operationId: "logIn", security: [], responses: { "200": json({ type: "object" }) } },
      },
      "/api/parcels": {
        get: {
          operationId: "listParcels",
          security: token,
          parameters: [{ name: "after", in: "query", schema: { type: "string" } }],
          responses: {
            "200": {
              ...json({ $ref: "#/components/schemas/ParcelPage" }),
              links: {
                next: { operationId: "listParcels", parameters: { after: "$response.body#/result/next" } },
                move: {
                  operationId: "moveParcel",
                  parameters: { code: "$response.body#/result/parcels/0/code" },
                  "x-changes": "$response.body#/result/parcels/0/place",
                },
              },
            },
          },
        },
      },
      "/api/parcels/{code}/place": {
        post: {
          operationId: "moveParcel",
          security: [{ login: ["parcels"], signature: [], sentAt: [] }],
          parameters: [
            { name: "code", in: "path", required: true, schema: { type: "string" } },
            { $ref: "#/components/parameters/Once" },
          ],
          requestBody: { required: true, ...json({ $ref: "#/components/schemas/Place" }) },
          responses: { "204": {} },
        },
      },
    },
    components: {
      schemas: {
        ParcelPage: page(),
        Parcel: {
          type: "object",
          required: ["code"],
          "x-requirement-required": "parcel.complete",
          properties: {
            code: { type: "string", "x-requirement": "parcel.code" },
            place: { $ref: "#/components/schemas/Place", "x-requirement": "parcel.place" },
          },
        },
        Place: {
          type: "object",
          properties: { city: { type: "string", examples: ["Basel"], "x-requirement": "place.city" } },
        },
      },
      parameters: {
        Once: {
          name: "X-Once",
          in: "header",
          required: true,
          schema: { type: "string" },
          "x-lifetime-seconds": 60,
        },
      },
      securitySchemes: {
        login: {
          type: "oauth2",
          flows: { clientCredentials: { tokenUrl: "/api/login", scopes: { parcels: "Everything." } } },
        },
        signature: {
          type: "apiKey",
          in: "header",
          name: "X-Proof",
          "x-signature": { string: "{timestamp} {method} {path}", algorithm: "RSA-SHA512", encoding: "hex" },
        },
        sentAt: { type: "apiKey", in: "header", name: "X-Sent-At", "x-window-seconds": 30 },
      },
    },
  } as Document;
}
