/**
 * Node's cryptography. It is loaded when it is first used, and not with the client: that alone takes longer than to
 * load the client, and who only reads lists needs none of it.
 */
export const nodeCrypto = (): typeof import("node:crypto") => process.getBuiltinModule("node:crypto");
