/** A status of an answer that is described as another one, of the same response. */
export interface OtherStatus {
  readonly from: string;
  readonly to: readonly string[];
  /** Whether less may be answered: a range has become one or some of its statuses. */
  readonly isNarrower: boolean;
}

/**
 * Ranges, as `2XX`, that have become statuses in them, and statuses that have become their range.
 *
 * @param before - The older responses of an operation by their statuses.
 * @param after - The newer ones.
 */
export function otherStatuses(before: object, after: object): OtherStatus[] {
  const [gone, added] = [keysBeside(before, after), keysBeside(after, before)];
  return gone.flatMap((from) => {
    const isAlike = (status: string) => status[0] === from[0];
    const to = added.filter(isAlike);
    const isNarrower = isRange(from);
    const isRelated = isNarrower ? to.length > 0 : to.length === 1 && to.every(isRange);
    // Of two that become one range, nobody can tell which response it is.
    return isRelated && gone.filter(isAlike).length === 1 ? [{ from, to, isNarrower }] : [];
  });
}

const isRange = (status: string) => /^[1-5]XX$/.test(status);

const keysBeside = (one: object, other: object) => Object.keys(one).filter((key) => !(key in other));
