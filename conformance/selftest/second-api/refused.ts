/** A request that the server of the second API refuses, with the status of its answer. */
export class Refused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Refuses a request where something is not met. */
export function demand(isMet: boolean, status: number, message: string): void {
  if (!isMet) throw new Refused(status, message);
}
