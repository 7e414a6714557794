/** Every link leads to an operation of this document: the client pages, and the suite binds, along links. */
export function linkOperationExists() {
  const known = new Set();
  const links = [];
  return {
    Operation(operation) {
      known.add(operation.operationId);
    },
    Link(link, { location }) {
      links.push({ operationId: link.operationId, location });
    },
    Root: {
      leave(_root, { report }) {
        for (const { operationId, location } of links) {
          if (operationId !== undefined && known.has(operationId)) continue;
          report({
            message: `The link leads to ${operationId ?? "no operationId"}. Name one of ${[...known].join(", ")}.`,
            location: operationId === undefined ? location.key() : location.child(["operationId"]),
          });
        }
      },
    },
  };
}
