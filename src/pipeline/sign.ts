import { RequestError } from "../core/errors.ts";
import { safeCause } from "../http/failure.ts";
import { checkDestination } from "../request/base-url.ts";
import type { Outgoing } from "../request/build.ts";
import { encodingName, signatureText } from "../signature/encoding.ts";
import { canonicalString, type Signer } from "../signature/signer.ts";
import { timestampOf } from "./clock.ts";
import type { CallState, ClientContext } from "./context.ts";

/**
 * Adds the timestamp of this attempt if the operation is signed.
 *
 * @see Specification, Authentication, 9: X-Service-Request-Timestamp.
 */
export function addTimestamp(context: ClientContext, call: CallState, request: Outgoing): Outgoing {
  const { signed } = request.operation;
  if (signed === null) return request;
  const timestamp = timestampOf(context.deps.now(), call.tried?.offsetMs ?? context.clock.offsetMs);
  call.attempt.timestamp = timestamp;
  return { ...request, headers: { ...request.headers, [signed.timestamp]: String(timestamp) } };
}

/**
 * Adds the signature over method, path and the timestamp set by {@link addTimestamp}.
 *
 * @throws RequestError `signer-failed`; `invalid-configuration` for a client with neither key nor signer;
 *   `destination-refused` before anything is signed for another origin.
 * @see Specification, Authentication, 9 and 10.
 */
export async function addSignature(
  context: ClientContext,
  call: CallState,
  request: Outgoing,
): Promise<Outgoing> {
  const { signed } = request.operation;
  if (signed === null) return request;
  const path = checkDestination(context.base, request.url);
  const prefix = context.signaturePath === "full" ? context.base.prefix : "";
  const data = canonicalString(request.method, prefix + path, request.headers[signed.timestamp] ?? "");
  const signature = await signWith(context.signer, data, call.secrets);
  call.secrets.push(signature);
  return { ...request, headers: { ...request.headers, [signed.signature]: signature } };
}

async function signWith(
  signer: Signer | undefined,
  data: string,
  secrets: readonly string[],
): Promise<string> {
  if (signer === undefined) {
    throw new RequestError(
      "invalid-configuration",
      "This operation is signed; pass signingKey or signer to createClient.",
      { cause: { option: "signingKey" } },
    );
  }
  let signature: unknown;
  try {
    signature = await signer.sign(Buffer.from(data, "utf8"));
  } catch (error) {
    if (error instanceof RequestError) throw error;
    throw new RequestError("signer-failed", "The signer failed; nothing was sent.", {
      cause: safeCause(error, secrets),
    });
  }
  // Checked here, because fetch quotes a refused header value in its error.
  const text = signatureText(signature);
  if (text !== undefined) return text;
  throw new RequestError(
    "signer-failed",
    `The signer returned neither bytes nor ${encodingName()}; nothing was sent.`,
    { cause: { returned: typeof signature } },
  );
}
