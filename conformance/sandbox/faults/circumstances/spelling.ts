import type { Operation } from "../../../../generated/operations.ts";
import { mediaTypeOf } from "../../request.ts";
import type { RequestContext } from "../../seams.ts";
import { any, type Circumstance, header, takesToken } from "./circumstance.ts";

const hasBody = ({ mediaType }: Operation) => mediaType !== null;
const hasJsonBody = ({ mediaType }: Operation) => /[/+]json$/.test(mediaType ?? "");

/** True for a body with white space around its parts. */
function isSpaced({ request: { body } }: RequestContext): boolean {
  try {
    return JSON.stringify(JSON.parse(body)) !== body && /^\s*\{\s/.test(body);
  } catch {
    return false;
  }
}

/** Circumstances of how a request is written. All of these spellings are lawful. */
export const spellings = [
  {
    name: "content-type-charset",
    kind: "spelling",
    words: "where Content-Type has a charset",
    isFor: hasBody,
    holds: header("content-type", (type) => /;\s*charset=/i.test(type)),
  },
  {
    name: "content-type-case",
    kind: "spelling",
    words: "where the media type has capital letters",
    mayBeRefused: true,
    isFor: hasBody,
    holds: (context) => {
      const [type = ""] = (context.request.headers.get("content-type") ?? "").split(";");
      return type.trim() !== mediaTypeOf(context.request);
    },
  },
  {
    name: "accept-absent",
    kind: "spelling",
    words: "without Accept",
    isFor: any,
    holds: ({ request }) => !request.headers.has("accept"),
  },
  {
    name: "accept-any",
    kind: "spelling",
    words: "with Accept: */*",
    isFor: any,
    holds: header("accept", (accept) => accept === "*/*"),
  },
  {
    name: "accept-list",
    kind: "spelling",
    words: "where Accept names several types",
    isFor: any,
    holds: header("accept", (accept) => accept.includes(",")),
  },
  {
    name: "scheme-case",
    kind: "spelling",
    words: "where the scheme is not spelt Bearer",
    mayBeRefused: true,
    isFor: takesToken,
    holds: header("authorization", (value) => /^bearer /i.test(value) && !value.startsWith("Bearer ")),
  },
  {
    name: "body-exponent",
    kind: "spelling",
    words: "where a number of the body has an exponent",
    mayBeRefused: true,
    isFor: hasJsonBody,
    holds: ({ request: { body } }) => /[:[,]\s*[0-9.]+e/i.test(body),
  },
  {
    name: "body-spaced",
    kind: "spelling",
    words: "where the JSON of the body has white space",
    isFor: hasJsonBody,
    holds: isSpaced,
  },
  {
    name: "body-empty",
    kind: "spelling",
    words: "where the body is an empty object",
    mayBeRefused: true,
    // An item is changed by what it is sent, and may keep what it is not sent.
    isFor: ({ mediaType }) => mediaType?.includes("merge-patch") === true,
    holds: ({ request: { body } }) => body.trim() === "{}",
  },
  {
    name: "form-percent",
    kind: "spelling",
    words: "where a space in the form is sent as %20",
    isFor: ({ mediaType }) => mediaType?.includes("urlencoded") === true,
    holds: ({ request }) => request.body.includes("%20"),
  },
  {
    name: "path-percent",
    kind: "path",
    words: "where a letter or digit of the path is percent-encoded",
    mayBeRefused: true,
    isFor: ({ path }) => path.includes("{"),
    holds: ({ request }) => /%(?:3[0-9]|[46][1-9a-f]|[57][0-9a])/i.test(request.path),
  },
] as const satisfies readonly Circumstance[];
