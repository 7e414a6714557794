/** Limits retries across all calls of a client, so that a server in trouble is not hit harder. */
export interface RetryBudget {
  /** Tells whether there may be another retry. */
  allows(): boolean;
  /** Notes a retry that failed as well. */
  charge(): void;
  /** Notes a call that succeeded, and pays back the retries of it that failed. */
  refund(failedRetries: number): void;
  /** What is left; for diagnostics. */
  readonly left: number;
}

const price = 5;
const reward = 1;

/**
 * A bucket of tokens. A retry that fails costs 5, a success brings 1 and what its own failed retries cost;
 * with fewer than 5 there is no retry. One retry each is free, since it tells trouble from a passing fault:
 * a burst of calls that each meet one fault succeeds, while in a storm, in which retries fail too, there
 * are `capacity / 5` of them and those already under way, and then none until calls succeed again.
 *
 * @param capacity - Size of the bucket; Infinity turns the limit off.
 */
export function retryBudget(capacity: number): RetryBudget {
  let left = capacity;
  return {
    allows: () => left >= price,
    charge() {
      left = Math.max(0, left - price);
    },
    refund(failedRetries) {
      left = Math.min(capacity, left + reward + failedRetries * price);
    },
    get left() {
      return left;
    },
  };
}
