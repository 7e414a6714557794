type NodeCrypto = typeof import("node:crypto");

let loaded: NodeCrypto | undefined;

/**
 * Node's cryptography. It is loaded when it is first used, and not with the client: that alone takes longer than to
 * load the client, and who only reads lists needs none of it.
 */
export const nodeCrypto = (): NodeCrypto => {
  loaded ??= process.getBuiltinModule("node:crypto");
  return loaded;
};
