// Written by `npm run generate` from openapi/. Do not edit.

import type { OperationId } from "./operations.ts";

/** Requests and responses of one operation, all as specified. */
export interface Samples {
  /** A value for each path parameter. */
  readonly path: Readonly<Record<string, string>>;
  /** A value for each query parameter that a request needs. */
  readonly query: Readonly<Record<string, string>>;
  /** A value for each header that a request needs beside the usual ones; null for a UUID that is a new one each time. */
  readonly needed?: Readonly<Record<string, string | null>>;
  /** Different request bodies, the example first; none where the operation takes none. */
  readonly bodies: readonly unknown[];
  /** How long the texts of a body may be, by JSON pointer, and of which wide characters; absent where there are none. */
  readonly texts?: {
    readonly lengths: Readonly<Record<string, number>>;
    readonly characters: readonly string[];
  };
  /** Different items of a paginated operation; none of another one. */
  readonly items: readonly unknown[];
  /** A body for each documented status, as in the description: "200", "4XX"; null without a body. */
  readonly responses: Readonly<Record<string, unknown>>;
  /** The headers that a response needs, by the same statuses, with their names in lower case. */
  readonly headers?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Samples of every operation: the examples of the description, and values made from its schemas. */
export const samples: Readonly<Record<OperationId, Samples>> = {
  "requestToken": {
    "path": {},
    "query": {},
    "bodies": [
      {"grant_type":"client_credentials","client_id":"partner-1","client_secret":"the-secret-issued-by-the-operator","scope":"cards:read cards:write transfers:read transfers:write"},
      {"grant_type":"client_credentials","client_id":"partner-12","client_secret":"the-secret-issued-by-the-operator","scope":"cards:read cards:write transfers:read transfers:write"},
      {"grant_type":"client_credentials","client_id":"partner-1","client_secret":"the-secret-issued-by-the-operator2","scope":"cards:read cards:write transfers:read transfers:write"},
      {"grant_type":"client_credentials","client_id":"partner-1","client_secret":"the-secret-issued-by-the-operator","scope":"cards:read cards:write transfers:read transfers:write2"},
      {"grant_type":"client_credentials","client_id":"partner-12","client_secret":"the-secret-issued-by-the-operator2","scope":"cards:read cards:write transfers:read transfers:write2"},
      {"grant_type":"client_credentials","client_id":"CpG3RADRD","client_secret":"GDH62D","scope":"GQXoaOTmQp7y"},
    ],
    "items": [
    ],
    "responses": {
      "200": {"access_token":"an-access-token","token_type":"Bearer","expires_in":3600,"scope":"cards:read cards:write transfers:read transfers:write"},
      "4XX": {"message":"The client credentials are refused.","type":"InvalidRequest"},
    },
  },
  "listCards": {
    "path": {},
    "query": {},
    "bodies": [
    ],
    "items": [
      {"id":"CRD1001","last4":"4242","nickname":"Office supplies","cardHolder":{"id":"USR501","fullName":"Maria Keller"},"limits":{"daily":5000,"monthly":40000,"atm":0,"approvalBased":null},"availableBalance":12750},
      {"id":"CRD425","last4":"7446","nickname":"dGDH62D7G","cardHolder":{"id":"USR7206","fullName":"mQp7yG8qeL0"},"limits":{"daily":1529,"monthly":2093,"atm":9254,"approvalBased":null},"availableBalance":8422},
      {"id":"CRD57563","last4":"3136","nickname":"AxkMb33MW","cardHolder":{"id":"USR039","fullName":"5sGx9wvyZ"},"limits":{"daily":7241,"monthly":6373,"atm":5603,"approvalBased":null},"availableBalance":1714},
      {"id":"CRD44","last4":"1057","nickname":"RxLAR1ut","cardHolder":{"id":"USR652","fullName":"tWBVjWUz2"},"limits":{"daily":9747,"monthly":892,"atm":3660,"approvalBased":null},"availableBalance":5728},
      {"id":"CRD7922","last4":"2517","nickname":"EGJ07dVc31km","cardHolder":{"id":"USR2","fullName":"3PTM9jM2FRM"},"limits":{"daily":6180,"monthly":417,"atm":1104,"approvalBased":null},"availableBalance":1226},
      {"id":"CRD83","last4":"1031","nickname":"X96KZO83Mh","cardHolder":{"id":"USR0","fullName":"IeLOaABXfp"},"limits":{"daily":2070,"monthly":7862,"atm":310,"approvalBased":null},"availableBalance":6082},
      {"id":"CRD4","last4":"1900","nickname":"M4W0WjoE","cardHolder":{"id":"USR292","fullName":"ThzubcbsJ"},"limits":{"daily":9475,"monthly":5275,"atm":1094,"approvalBased":null},"availableBalance":3448},
      {"id":"CRD05280","last4":"4082","nickname":"YBdTWzw","cardHolder":{"id":"USR433","fullName":"UTaRKBMusjz"},"limits":{"daily":6231,"monthly":7474,"atm":2048,"approvalBased":null},"availableBalance":7392},
      {"id":"CRD1758","last4":"1827","nickname":"VhDfzrWaR","cardHolder":{"id":"USR8","fullName":"KclgIjzQ"},"limits":{"daily":2569,"monthly":9491,"atm":1079,"approvalBased":null},"availableBalance":4888},
      {"id":"CRD7658","last4":"8985","nickname":"HoYc9AHTjiO","cardHolder":{"id":"USR47407","fullName":"Ap4DNhJvc"},"limits":{"daily":15,"monthly":6098,"atm":3455,"approvalBased":null},"availableBalance":2264},
      {"id":"CRD1397","last4":"8990","nickname":"dMkqmf2","cardHolder":{"id":"USR1817","fullName":"b6NM65xhnI"},"limits":{"daily":4490,"monthly":4524,"atm":7432,"approvalBased":null},"availableBalance":8288},
      {"id":"CRD25873","last4":"0703","nickname":"JtI0i11","cardHolder":{"id":"USR4568","fullName":"ZZ3ZvmV"},"limits":{"daily":6337,"monthly":6587,"atm":6843,"approvalBased":null},"availableBalance":2358},
      {"id":"CRD25","last4":"5486","nickname":"FOVNHd92","cardHolder":{"id":"USR19","fullName":"eta86Q"},"limits":{"daily":4993,"monthly":7694,"atm":4938,"approvalBased":null},"availableBalance":7384},
      {"id":"CRD715","last4":"3912","nickname":"2JbZwNurRsVM","cardHolder":{"id":"USR520","fullName":"D7cH7W9whmx"},"limits":{"daily":3354,"monthly":2134,"atm":5709,"approvalBased":null},"availableBalance":2374},
      {"id":"CRD3887","last4":"6566","nickname":"vN4sMgo1sn0","cardHolder":{"id":"USR19","fullName":"h6g9QQUJded"},"limits":{"daily":8327,"monthly":7363,"atm":1250,"approvalBased":null},"availableBalance":1061},
      {"id":"CRD9","last4":"4688","nickname":"vddLdlIj","cardHolder":{"id":"USR8105","fullName":"Kopg5TDs"},"limits":{"daily":2235,"monthly":1867,"atm":1225,"approvalBased":null},"availableBalance":7100},
      {"id":"CRD683","last4":"1785","nickname":"YVzfCopyz","cardHolder":{"id":"USR2","fullName":"Rrq4vvdypI6i"},"limits":{"daily":9103,"monthly":3539,"atm":6127,"approvalBased":null},"availableBalance":6179},
      {"id":"CRD8786","last4":"7749","nickname":"LnJAHZ1e","cardHolder":{"id":"USR07","fullName":"MfkLBojY1iL"},"limits":{"daily":3163,"monthly":2743,"atm":2586,"approvalBased":null},"availableBalance":2543},
      {"id":"CRD21824","last4":"0242","nickname":"YGqBqGuG","cardHolder":{"id":"USR41108","fullName":"CYBms5Z"},"limits":{"daily":5201,"monthly":762,"atm":2389,"approvalBased":null},"availableBalance":107},
      {"id":"CRD59","last4":"8163","nickname":"kP4vaSefJBS","cardHolder":{"id":"USR9","fullName":"29IACyYF1kKP"},"limits":{"daily":6806,"monthly":2727,"atm":3827,"approvalBased":null},"availableBalance":6604},
      {"id":"CRD1","last4":"9516","nickname":"oHbkhQn","cardHolder":{"id":"USR392","fullName":"M499Vl"},"limits":{"daily":9192,"monthly":2091,"atm":8717,"approvalBased":null},"availableBalance":8724},
      {"id":"CRD8588","last4":"2769","nickname":"tM4nlej3","cardHolder":{"id":"USR1088","fullName":"fM4Uph86y4l4"},"limits":{"daily":6028,"monthly":4429,"atm":3291,"approvalBased":null},"availableBalance":644},
      {"id":"CRD781","last4":"1950","nickname":"5nPNbP4cV","cardHolder":{"id":"USR24","fullName":"f4PzNRFuLMwx"},"limits":{"daily":5730,"monthly":7475,"atm":2220,"approvalBased":null},"availableBalance":2066},
      {"id":"CRD50357","last4":"5313","nickname":"ejwF9huZj","cardHolder":{"id":"USR71","fullName":"1UNB0KskBwHL"},"limits":{"daily":8233,"monthly":4645,"atm":9978,"approvalBased":null},"availableBalance":9809},
      {"id":"CRD85","last4":"6158","nickname":"nKUxptcmb5","cardHolder":{"id":"USR4757","fullName":"utYRt8Ru"},"limits":{"daily":1580,"monthly":5816,"atm":9534,"approvalBased":null},"availableBalance":7575},
      {"id":"CRD49090","last4":"1119","nickname":"EcyuZv","cardHolder":{"id":"USR08053","fullName":"Byng5lu5PWL"},"limits":{"daily":7536,"monthly":3402,"atm":8876,"approvalBased":null},"availableBalance":8975},
      {"id":"CRD5865","last4":"0478","nickname":"KGQQf2","cardHolder":{"id":"USR311","fullName":"afXkjON"},"limits":{"daily":7728,"monthly":8953,"atm":2345,"approvalBased":null},"availableBalance":103},
      {"id":"CRD326","last4":"4643","nickname":"oiaCkHe","cardHolder":{"id":"USR69","fullName":"eEWxGviYL"},"limits":{"daily":5436,"monthly":1811,"atm":19,"approvalBased":null},"availableBalance":452},
      {"id":"CRD96","last4":"0214","nickname":"GEEYNCJTcD","cardHolder":{"id":"USR1","fullName":"Re7WjX"},"limits":{"daily":332,"monthly":2877,"atm":4097,"approvalBased":null},"availableBalance":9363},
      {"id":"CRD38","last4":"4044","nickname":"4HYVoHwys6a","cardHolder":{"id":"USR2","fullName":"hz5fqX3l"},"limits":{"daily":2118,"monthly":5879,"atm":3001,"approvalBased":null},"availableBalance":2975},
      {"id":"CRD0822","last4":"5543","nickname":"MsLufjN3","cardHolder":{"id":"USR863","fullName":"0lojX4hLxIc"},"limits":{"daily":5584,"monthly":3594,"atm":3833,"approvalBased":null},"availableBalance":6147},
      {"id":"CRD40096","last4":"1679","nickname":"TxxmliSwhvy","cardHolder":{"id":"USR10","fullName":"D3N1FGwoqn"},"limits":{"daily":242,"monthly":5259,"atm":7646,"approvalBased":null},"availableBalance":5125},
    ],
    "responses": {
      "200": {"cards":[{"id":"CRD1001","last4":"4242","nickname":"Office supplies","cardHolder":{"id":"USR501","fullName":"Maria Keller"},"limits":{"daily":5000,"monthly":40000,"atm":0,"approvalBased":null},"availableBalance":12750}],"nextCursor":"b3BhcXVlLWN1cnNvcg"},
      "401": {"message":"The access token is invalid or has expired.","type":"InvalidRequest"},
      "4XX": {"message":"The request is refused.","type":"InvalidRequest"},
    },
  },
  "replaceCardLimits": {
    "path": {"id":"CRD1001"},
    "query": {},
    "bodies": [
      {"daily":5000,"monthly":40000,"atm":0,"approvalBased":null},
      {"daily":5001,"monthly":40000,"atm":0,"approvalBased":null},
      {"daily":5000,"monthly":40001,"atm":0,"approvalBased":null},
      {"daily":5000,"monthly":40000,"atm":1,"approvalBased":null},
      {"daily":5001,"monthly":40001,"atm":1,"approvalBased":null},
    ],
    "items": [
    ],
    "responses": {
      "401": {"message":"The access token is invalid or has expired.","type":"InvalidRequest"},
      "2XX": {"daily":5000,"monthly":40000,"atm":0,"approvalBased":null},
      "4XX": {"message":"The request is refused.","type":"InvalidRequest"},
    },
  },
  "updateCardLimits": {
    "path": {"id":"CRD1001"},
    "query": {},
    "bodies": [
      {"daily":5000},
      {"daily":5001},
      {"daily":5465,"monthly":4596,"atm":2471,"approvalBased":null},
      {"daily":8555,"monthly":5458,"atm":7521,"approvalBased":null},
      {"daily":5466,"monthly":4597,"atm":2472,"approvalBased":null},
    ],
    "items": [
    ],
    "responses": {
      "401": {"message":"The access token is invalid or has expired.","type":"InvalidRequest"},
      "2XX": {"daily":5000,"monthly":40000,"atm":0,"approvalBased":null},
      "4XX": {"message":"The request is refused.","type":"InvalidRequest"},
    },
  },
};
