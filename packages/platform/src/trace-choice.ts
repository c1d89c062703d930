/** Random bytes fetched at once: a call a bet took longer than all else of a trace that is not kept. */
const poolBytes = 8_192

export interface ChoiceParts {
  /** Share of the traces that begin here. */
  percent: number
  /**
   * Traces that begin with a call here and are kept in a second, at most. Steps of one thing are not counted: every process has to keep the same
   * ones.
   */
  perSecond: number
  /** Random bytes for ids, by thousands. */
  newBytes: (count: number) => Buffer
  /** Time since 1970, in milliseconds. */
  nowMs: () => number
}

/** Chooses the traces that are kept, and makes ids for them alone. */
export function openTraceChoice({ percent, perSecond, newBytes, nowMs }: ChoiceParts) {
  let pool: Buffer = Buffer.alloc(0)
  let taken = 0
  /** Takes random bytes out of the pool; answers where they stand in it. */
  function take(count: number): number {
    if (taken + count > pool.length) [pool, taken] = [newBytes(poolBytes), 0]
    taken += count
    return taken - count
  }
  const idAt = (from: number, bytes: number) => pool.toString('hex', from, from + bytes)
  const newId = (bytes: number) => idAt(take(bytes), bytes)
  /** A share of all ids by their first 32 bits, which are spread evenly. */
  const isInShare = (firstBits: number) => (firstBits / 2 ** 32) * 100 < percent

  let second = 0
  let begun = 0
  /** Whether this second has room for one more trace. */
  function hasRoom(): boolean {
    const now = Math.floor(nowMs() / 1_000)
    if (now !== second) [second, begun] = [now, 0]
    return begun++ < perSecond
  }

  return {
    /** A new id of so many bytes, in hexadecimal digits. */
    newId,
    /** Whether a trace whose id is made of a thing's is kept. */
    isChosen: (traceId: string) => isInShare(Number.parseInt(traceId.slice(0, 8), 16)),
    /** Ids of a trace that begins now with a call; undefined if it is not kept. */
    newTrace(): { traceId: string; spanId: string } | undefined {
      const from = take(16)
      if (!isInShare(pool.readUInt32BE(from)) || !hasRoom()) return undefined
      return { traceId: idAt(from, 16), spanId: newId(8) }
    },
  }
}
