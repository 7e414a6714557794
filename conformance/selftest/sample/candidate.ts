import type { SandboxResponse } from "../../sandbox/response.ts";
import type { RequestContext, Seams } from "../../sandbox/seams.ts";

/** A way to break a rule, as far as a sample needs to know it. */
export interface Candidate {
  readonly name: string;
  /** The id of a requirement. */
  readonly breaks: string;
  /** What the server does, in a few words. */
  readonly summary: string;
  readonly seams: Partial<Seams>;
  /** Sees every answer, whatever the circumstances are under which the seams are replaced. */
  readonly watch?: (reply: SandboxResponse, context: RequestContext) => void;
}
