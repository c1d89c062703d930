import { createHash } from 'node:crypto'
export function fakeClock(start = '2026-11-21T09:00:00.000Z') {
  let nowMs = Date.parse(start)
  const startMs = nowMs
  let timers = []
  return {
    now: () => new Date(nowMs),
    monotonicMs: () => nowMs - startMs,
    after(delayMs, run) {
      const timer = { atMs: nowMs + delayMs, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    async advance(byMs) {
      const untilMs = nowMs + byMs
      for (;;) {
        const next = timers.filter((timer) => timer.atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0]
        if (!next) break
        timers = timers.filter((timer) => timer !== next)
        nowMs = Math.max(nowMs, next.atMs)
        next.run()
        await new Promise((resolve) => setImmediate(resolve))
      }
      nowMs = untilMs
    },
  }
}
/** Chance that repeats: SHA-256 of a seed and a counter. */
export function seededRandom(seed) {
  let counter = 0
  const block = () => createHash('sha256').update(`${seed}:${counter++}`).digest()
  const bytes = (count) => {
    const blocks = []
    for (let have = 0; have < count; have += 32) blocks.push(block())
    return Buffer.concat(blocks).subarray(0, count)
  }
  return {
    bytes,
    int(limit) {
      const space = 2 ** 32
      const fair = space - (space % limit)
      for (;;) {
        const drawn = bytes(4).readUInt32BE()
        if (drawn < fair) return drawn % limit
      }
    },
  }
}
//# sourceMappingURL=parts.js.map
