/** Last measured difference of this machine's clock from the database's. */
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
