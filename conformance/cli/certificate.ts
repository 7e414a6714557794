/** The certificate of a command that serves HTTPS. */
import { createSecureContext } from "node:tls";
import { messageOf } from "../base/run-ended.ts";
import { UsageError } from "../base/usage-error.ts";
import type { Certificate } from "../sandbox/serve.ts";
import { readText } from "./environment.ts";

/**
 * Reads the files of --tls-cert and --tls-key; null without both.
 *
 * @throws UsageError for one without the other, and for files that are no certificate and its key.
 */
export function readCertificate(
  certFile: string | undefined,
  keyFile: string | undefined,
): Certificate | null {
  if (certFile === undefined && keyFile === undefined) return null;
  if (certFile === undefined || keyFile === undefined) {
    throw new UsageError("https needs a certificate and its key; give both --tls-cert and --tls-key");
  }
  const certificate = { cert: readText(certFile, "--tls-cert"), key: readText(keyFile, "--tls-key") };
  try {
    createSecureContext(certificate);
  } catch (error) {
    throw new UsageError(`--tls-cert and --tls-key are no certificate with its key: ${messageOf(error)}`);
  }
  return certificate;
}
