/** Replaces `@aws-sdk/client-kms` in tests of the guide: the part of its interface that signs. */
import { sign } from "node:crypto";
import { expect, heldKey } from "./key.ts";

interface SignInput {
  readonly KeyId: string | undefined;
  readonly Message: Uint8Array | undefined;
  readonly MessageType?: "RAW" | "DIGEST" | "EXTERNAL_MU";
  readonly SigningAlgorithm: "RSASSA_PKCS1_V1_5_SHA_256" | "RSASSA_PSS_SHA_256" | undefined;
}

/** A request to sign. */
export class SignCommand {
  readonly input: SignInput;
  constructor(input: SignInput) {
    this.input = input;
  }
}

/** Signs what it receives, RSASSA-PKCS1-v1_5 with SHA-256 over a raw message. */
export class KMSClient {
  async send({ input }: SignCommand): Promise<{ Signature?: Uint8Array }> {
    const { KeyId, Message, MessageType = "RAW", SigningAlgorithm } = input;
    expect(KeyId !== undefined && KeyId !== "", "KeyId is missing");
    expect(
      Message instanceof Uint8Array && Message.byteLength <= 4096,
      "Message is no blob of up to 4096 bytes",
    );
    expect(MessageType === "RAW" && SigningAlgorithm === "RSASSA_PKCS1_V1_5_SHA_256", "another algorithm");
    return { Signature: new Uint8Array(sign("sha256", Message, heldKey())) };
  }
}
