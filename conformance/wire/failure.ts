/** Why a request got no response: as a message that names the host and what to do, and as a kind. Pure. */
import type { TransportFailure } from "../base/events.ts";

/** Why an exchange was ended by our side. */
export class Ended extends Error {
  readonly kind: TransportFailure["kind"];
  constructor(kind: TransportFailure["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}

/** Where a request was sent, and what is known about that place. */
export interface Place {
  /** null if the URL is not valid. */
  readonly url: URL | null;
  /** True if trust anchors were given (`--ca`). */
  readonly ca: boolean;
  /** True once any response has arrived from there: then the scheme and the port are right. */
  readonly answered: boolean;
}

/** True for a connection that the other side closed. */
export function isReset(error: unknown): boolean {
  const code = codeOf(error);
  return code === "ECONNRESET" || code === "EPIPE";
}

/** An error of node:http, node:https, node:tls or node:dns, or an {@link Ended}, as a failure. */
export function describeFailure(error: unknown, place: Place): TransportFailure {
  if (error instanceof Ended) return { kind: error.kind, message: error.message };
  if (!(error instanceof Error)) return { kind: "malformed", message: String(error) };
  if (error.message === "aborted") {
    return { kind: "cut-short", message: "the connection ended inside the body" };
  }
  const known = unreachable(error, place) ?? tls(error, place) ?? ended(error, place);
  if (known !== null) return known;
  const code = codeOf(error);
  return {
    kind: code === "HPE_HEADER_OVERFLOW" ? "too-large" : "malformed",
    message: code === "" || error.message.includes(code) ? error.message : `${code}: ${error.message}`,
  };
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

/** Host and port, even if the port is the default of the scheme. */
function hostOf(url: URL | null): string {
  if (url === null) return "the server";
  return url.port === "" ? `${url.hostname}:${url.protocol === "https:" ? 443 : 80}` : url.host;
}

function unreachable(error: Error, { url }: Place): TransportFailure | null {
  const code = codeOf(error);
  const host = url?.hostname ?? "the server";
  const description: Readonly<Record<string, string>> = {
    ECONNREFUSED: `nothing listens at ${hostOf(url)} (${code}); is the server running, and the port right?`,
    ENOTFOUND: `there is no host ${host} (${code}); check the name in the base URL, and the DNS of this machine`,
    EAI_AGAIN: `no name server could say where ${host} is (${code}); check the network of this machine`,
    EHOSTUNREACH: `${hostOf(url)} cannot be reached (${code}); check the network, VPN and firewall`,
    ENETUNREACH: `${hostOf(url)} cannot be reached (${code}); check the network, VPN and firewall`,
    ETIMEDOUT: `no connection to ${hostOf(url)} came about (${code}); check the network, VPN and firewall`,
  };
  const message = description[code];
  return message === undefined ? null : { kind: "unreachable", message };
}

const unknownAuthority = /SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)|CERT_UNTRUSTED|INVALID_CA/;

function tls(error: Error, { url, ca }: Place): TransportFailure | null {
  const code = codeOf(error);
  const where = hostOf(url);
  const unreachable = (message: string): TransportFailure => ({ kind: "unreachable", message });
  if (unknownAuthority.test(code)) {
    return unreachable(
      ca
        ? `TLS: the certificate of ${where} was not issued by an authority in the file of --ca (${code}); add the one that issued it`
        : `TLS: the certificate of ${where} is self-signed, or its authority is not known here (${code}); give the certificate of that authority with --ca FILE`,
    );
  }
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    const named = namesOf(error);
    return unreachable(
      `TLS: the certificate of ${where} is for ${named || "another name"} (${code}); use that name in the base URL, or a certificate for ${url?.hostname ?? "this one"}`,
    );
  }
  if (code === "CERT_HAS_EXPIRED") {
    return unreachable(
      `TLS: the certificate of ${where} has expired (${code}); renew it, or check the clock of this machine`,
    );
  }
  if (code === "CERT_NOT_YET_VALID") {
    return unreachable(
      `TLS: the certificate of ${where} is not valid yet (${code}); check the clocks of both machines`,
    );
  }
  if (speaksNoTls(error)) {
    return unreachable(
      `TLS: ${where} does not answer in TLS; if it speaks plain HTTP, the base URL begins with http://`,
    );
  }
  return /CERT|TLS|SSL/.test(code) ? unreachable(`TLS: the handshake with ${where} failed (${code})`) : null;
}

/** The OpenSSL error for a response that is not TLS at all. */
function speaksNoTls(error: Error): boolean {
  return /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|wrong version number|packet length too long/.test(
    `${codeOf(error)} ${error.message}`,
  );
}

/** The names that a certificate is valid for, as many as fit in a line. */
function namesOf(error: Error): string {
  const { subjectaltname } = ("cert" in error ? error.cert : {}) as { subjectaltname?: unknown };
  const names = typeof subjectaltname === "string" ? subjectaltname.split(", ") : [];
  return names
    .slice(0, 5)
    .map((name) => name.replace(/^(DNS|IP Address):/, ""))
    .join(", ")
    .slice(0, 200);
}

/** Connections that end, and responses that are not HTTP: often the wrong scheme. */
function ended(error: Error, { url, answered }: Place): TransportFailure | null {
  const raw = "rawPacket" in error && error.rawPacket instanceof Uint8Array ? error.rawPacket : null;
  // A TLS record that contains an alert (RFC 8446, section 5.1).
  if (raw !== null && raw[0] === 0x15 && raw[1] === 0x03) {
    return {
      kind: "unreachable",
      message: `${hostOf(url)} answers in TLS; the base URL has to begin with https://`,
    };
  }
  if (!isReset(error)) return null;
  const secure = url?.protocol === "https:";
  const hint = secure
    ? "; if it speaks plain HTTP, the base URL begins with http://"
    : "; if it speaks TLS, the base URL begins with https://";
  return {
    kind: "reset",
    message: `${hostOf(url)} ended the connection without a whole answer (${codeOf(error)})${answered ? "" : hint}`,
  };
}
