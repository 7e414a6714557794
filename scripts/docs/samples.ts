import type { Described } from "./described.ts";
import { curlSample } from "./sample-curl.ts";
import { sampleRequest } from "./sample-request.ts";
import { typescriptSample } from "./sample-typescript.ts";

/** A code sample of one operation, in the form that Redoc reads. */
export interface Sample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

/**
 * How each operation is called with curl and with the client. Made from the description alone, so that a new
 * operation has its samples as soon as it is described.
 *
 * @returns operationId to samples.
 */
export function codeSamples({ operations }: Described): ReadonlyMap<string, readonly Sample[]> {
  return new Map(
    operations.map((operation) => {
      const request = sampleRequest(operation);
      return [
        operation.id,
        [
          { lang: "sh", label: "curl", source: curlSample(request) },
          { lang: "ts", label: "TypeScript", source: typescriptSample(request) },
        ],
      ];
    }),
  );
}
