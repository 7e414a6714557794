/** Limits retries across all calls of a client, so that a server in trouble is not hit harder. */
export interface RetryBudget {
  /** Takes the price of one retry; false where the budget is used up. */
  take(): boolean;
  /** Notes a call that succeeded, and pays back the retries that it took. */
  refund(retries: number): void;
  /** What is left; for diagnostics. */
  readonly left: number;
}

const price = 5;
const reward = 1;

/**
 * A bucket of tokens: a retry costs 5, a success brings 1 and what its retries cost. While most calls
 * succeed it stays full; when nothing succeeds it allows `capacity / 5` retries and then none.
 *
 * @param capacity - Size of the bucket; Infinity turns the limit off.
 */
export function retryBudget(capacity: number): RetryBudget {
  let left = capacity;
  return {
    take() {
      if (left < price) return false;
      left -= price;
      return true;
    },
    refund(retries) {
      left = Math.min(capacity, left + reward + retries * price);
    },
    get left() {
      return left;
    },
  };
}
