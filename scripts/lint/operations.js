/** Rules about what every operation carries for its readers: a name, a line about it, a place, examples. */

const parts = {
  operationId: "the name under which the client, the suite and the documentation know it",
  summary: "the line that stands for it in the documentation",
};

/** Every operation has an operationId, a summary and at least one tag. */
export function operationIdentity() {
  return {
    Operation(operation, { report, location }) {
      for (const [part, meaning] of Object.entries(parts)) {
        if (!operation[part]) {
          report({
            message: `The operation has no ${part}. Add one: ${meaning}.`,
            location: location.key(),
          });
        }
      }
      if (!operation.tags?.length) {
        report({
          message:
            "The operation has no tag. Add one of the tags of the document, so that it stands in a group.",
          location: location.key(),
        });
      }
    },
  };
}

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
