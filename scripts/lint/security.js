/** Rules about how an operation is protected; webhooks are requests that the service sends, and have rules of their own. */

/** What the two security schemes have that together make an operation a signed one. */
const signedPair = ["x-window-seconds", "x-signature"];

/**
 * Every operation states its security; one that takes a token documents the 401, and one that takes none
 * documents how it refuses, as an open question.
 */
export function operationSecurity() {
  let schemes = {};
  return {
    Root(root) {
      schemes = root.components?.securitySchemes ?? {};
    },
    Paths: {
      Operation(operation, { report, location, resolve }) {
        const { security, responses = {} } = operation;
        if (security === undefined) {
          report({
            message:
              "The operation does not say how it is protected. Add security, or security: [] for none.",
            location: location.key(),
          });
          return;
        }
        const takesToken = security
          .flatMap((alternative) => Object.keys(alternative))
          .some((name) => schemes[name]?.type === "oauth2");
        if (takesToken && responses["401"] === undefined) {
          report({
            message:
              "The operation takes a token but has no 401 response. Add the response for an invalid token.",
            location: location.child(["responses"]),
          });
        }
        if (!takesToken) {
          const refusal = responses["4XX"] && resolve(responses["4XX"]).node;
          if (!refusal?.["x-unspecified"]?.length) {
            report({
              message:
                "The operation takes no token and does not say how it refuses. Add a 4XX response with x-unspecified.",
              location: location.child(["responses"]),
            });
          }
        }
      },
    },
  };
}

/** The timestamp and the signature are asked for together or not at all: one without the other proves nothing. */
export function signedHeadersTogether() {
  let pair = [];
  return {
    Root(root) {
      const schemes = Object.entries(root.components?.securitySchemes ?? {});
      pair = signedPair.flatMap((keyword) => schemes.find(([, scheme]) => scheme?.[keyword])?.[0] ?? []);
    },
    Paths: {
      Operation(operation, { report, location }) {
        for (const [index, alternative] of (operation.security ?? []).entries()) {
          const missing = pair.filter((name) => alternative[name] === undefined);
          if (missing.length !== 1 || pair.length !== 2) continue;
          report({
            message: `A signed operation needs ${pair.join(" and ")}. Add ${missing[0]}, or remove the other.`,
            location: location.child(["security", index]),
          });
        }
      },
    },
  };
}
