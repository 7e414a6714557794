/** The request body and every 2xx response of an operation show an example for each media type. */
export function operationExamples() {
  return {
    Operation(operation, { report, location, resolve }) {
      const successes = Object.keys(operation.responses ?? {}).filter((status) => status.startsWith("2"));
      const bodies = [
        { name: "request body", at: ["requestBody"], node: operation.requestBody },
        ...successes.map((status) => ({
          name: `${status} response`,
          at: ["responses", status],
          node: operation.responses[status],
        })),
      ];
      for (const { name, at, node } of bodies) {
        if (node === undefined) continue;
        for (const [mediaType, media] of Object.entries(resolve(node).node?.content ?? {})) {
          if (media.example !== undefined || Object.keys(media.examples ?? {}).length > 0) continue;
          report({
            message: `The ${name} has no example for ${mediaType}. Add one under examples.`,
            location: location.child(at),
          });
        }
      }
    },
  };
}
