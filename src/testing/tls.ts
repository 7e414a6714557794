import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Why a test that needs OpenSSL, as for a certificate, cannot run here; false if it can. */
export const noOpenssl =
  spawnSync("openssl", ["version"]).status === 0 || process.env.REQUIRE_ALL === "1"
    ? false
    : "needs the program openssl";

/** A new untrusted certificate for 127.0.0.1, and its key. */
export function makeCertificate(): { readonly key: string; readonly cert: string } {
  const folder = mkdtempSync(join(tmpdir(), "partner-card-tls-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const subject = "-subj /CN=loopback -addext subjectAltName=IP:127.0.0.1";
  // Its handshakes cost a tenth of those with RSA keys.
  const kind = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1";
  const make = `req -x509 ${kind} -nodes -days 2 ${subject} -keyout ${key} -out ${cert}`;
  try {
    execFileSync("openssl", make.split(" "), { stdio: "pipe" });
    return { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
