/** How far this machine's clock is ahead of the database's, as it was measured last. */
export interface ClockDifference {
  /** Undefined before the first measurement. */
  aheadMs(): number | undefined
  measured(aheadMs: number): void
}

/** Holds the last measurement. */
export function openClockDifference(): ClockDifference {
  let last: number | undefined
  return { aheadMs: () => last, measured: (aheadMs) => void (last = aheadMs) }
}
