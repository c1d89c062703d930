/** Random bytes are fetched in bulk, since one call for each bet cost more than the rest of an unsampled trace. */
const poolBytes = 8_192

export interface SamplingParts {
  /** Share of sampled traces among those started here. */
  percent: number
  /**
   * Most traces started here by a call and sampled in a second. Steps of a subject are not limited, since every process has to sample the same ones.
   */
  perSecond: number
  /** Returns random bytes for ids, thousands at once. */
  newBytes: (count: number) => Buffer
  /** Time since 1970, in milliseconds. */
  nowMs: () => number
}

/** Samples traces, and makes ids only for sampled ones. */
export function openTraceSampling({ percent, perSecond, newBytes, nowMs }: SamplingParts) {
  let pool: Buffer = Buffer.alloc(0)
  let taken = 0
  /** Takes random bytes from the pool; returns their offset. */
  function take(count: number): number {
    if (taken + count > pool.length) [pool, taken] = [newBytes(poolBytes), 0]
    taken += count
    return taken - count
  }
  const idAt = (from: number, bytes: number) => pool.toString('hex', from, from + bytes)
  const newId = (bytes: number) => idAt(take(bytes), bytes)
  /** Whether an id is in the share, by its uniform first 32 bits. */
  const isInShare = (firstBits: number) => (firstBits / 2 ** 32) * 100 < percent

  let second = 0
  let begun = 0
  /** Whether this second's limit allows one more trace. */
  function hasRoom(): boolean {
    const now = Math.floor(nowMs() / 1_000)
    if (now !== second) [second, begun] = [now, 0]
    return begun++ < perSecond
  }

  return {
    /** A new id in hexadecimal digits. */
    newId,
    /** Whether to sample a trace whose id is derived from a subject's. */
    isChosen: (traceId: string) => isInShare(Number.parseInt(traceId.slice(0, 8), 16)),
    /** Ids of a new trace that starts with a call; undefined if not sampled. */
    newTrace(): { traceId: string; spanId: string } | undefined {
      const from = take(16)
      if (!isInShare(pool.readUInt32BE(from)) || !hasRoom()) return undefined
      return { traceId: idAt(from, 16), spanId: newId(8) }
    },
  }
}
