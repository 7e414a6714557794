/** Limits retries across all calls of a client, so that an overloaded server is not hit harder. */
export interface RetryBudget {
  /** Tells whether another retry is allowed. */
  allows(): boolean;
  /** Records a retry that failed. */
  charge(): void;
  /** Records a call that succeeded, and refunds its failed retries. */
  refund(failedRetries: number): void;
  /** Remaining budget; for diagnostics. */
  readonly left: number;
}

const price = 5;
const reward = 1;

/**
 * A token bucket. A retry that fails costs 5, a success adds 1 plus what its own failed retries cost; below 5
 * there is no retry. The first retry of a call is free, since it shows whether a fault is temporary:
 * a burst of calls with one fault each succeeds, while in an outage, where retries fail too, there are
 * `capacity / 5` retries plus those already in progress, and then none until calls succeed again.
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
