/** Replaces `pkcs11js` in tests of the guide: the part of its interface that signs. */
import { sign } from "node:crypto";
import { expect, heldKey } from "./key.ts";

type Handle = Buffer;

interface Attribute {
  readonly type: number;
  readonly value?: number | boolean | string | Buffer;
}

/** One slot, one session, one private key with the label `partner-card`. */
class PKCS11 {
  #loaded = false;
  #ready = false;
  #found: Handle | null = null;
  #signing = false;

  load(path: string): void {
    this.#loaded = path !== "";
  }

  C_Initialize(): void {
    expect(this.#loaded, "CKR_CRYPTOKI_NOT_INITIALIZED");
  }

  C_GetSlotList(_tokenPresent?: boolean): Handle[] {
    return [Buffer.from("slot")];
  }

  C_OpenSession(slot: Handle, flags: number): Handle {
    expect(slot.toString() === "slot" && flags === pkcs11js.CKF_SERIAL_SESSION, "CKR_ARGUMENTS_BAD");
    return Buffer.from("session");
  }

  C_Login(session: Handle, user: number, pin?: string): void {
    expect(session.toString() === "session" && user === pkcs11js.CKU_USER, "CKR_ARGUMENTS_BAD");
    expect(pin !== undefined, "CKR_PIN_INCORRECT");
    this.#ready = true;
  }

  C_FindObjectsInit(_session: Handle, template?: readonly Attribute[]): void {
    const value = (type: number) => template?.find((attribute) => attribute.type === type)?.value;
    expect(this.#ready, "CKR_USER_NOT_LOGGED_IN");
    const fits = value(pkcs11js.CKA_CLASS) === pkcs11js.CKO_PRIVATE_KEY;
    this.#found = fits && value(pkcs11js.CKA_LABEL) === "partner-card" ? Buffer.from("key") : null;
  }

  C_FindObjects(_session: Handle): Handle | null {
    return this.#found;
  }

  C_FindObjectsFinal(_session: Handle): void {
    this.#found = null;
  }

  C_SignInit(_session: Handle, mechanism: { readonly mechanism: number }, key: Handle): void {
    expect(!this.#signing, "CKR_OPERATION_ACTIVE");
    expect(mechanism.mechanism === pkcs11js.CKM_SHA256_RSA_PKCS, "CKR_MECHANISM_INVALID");
    expect(key.toString() === "key", "CKR_KEY_HANDLE_INVALID");
    this.#signing = true;
  }

  C_Sign(_session: Handle, data: Buffer, signature: Buffer): Buffer {
    expect(this.#signing, "CKR_OPERATION_NOT_INITIALIZED");
    expect(Buffer.isBuffer(data), "CKR_DATA_INVALID");
    this.#signing = false;
    return signature.subarray(0, sign("sha256", data, heldKey()).copy(signature));
  }
}

const pkcs11js = {
  PKCS11,
  CKF_SERIAL_SESSION: 4,
  CKU_USER: 1,
  CKA_CLASS: 0,
  CKA_LABEL: 3,
  CKO_PRIVATE_KEY: 3,
  CKM_SHA256_RSA_PKCS: 0x40,
};

// biome-ignore lint/style/noDefaultExport: the package has one
export default pkcs11js;
