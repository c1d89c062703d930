// Preloaded into a server (`node --import`): writes the event loop stalls and garbage collection time of each quarter of a second as a JSON
// line to the file named by DHOW_BENCH_LOOP. Times are those of Date.now(), which all processes share.
import { appendFileSync } from 'node:fs'
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks'

const eachMs = 250
const file = process.env.DHOW_BENCH_LOOP
if (file) {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  let garbageMs = 0
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) garbageMs = Math.max(garbageMs, duration)
  }).observe({ entryTypes: ['gc'] })
  delay.enable()
  setInterval(() => {
    const heldMs = Math.round(delay.max / 1e6)
    appendFileSync(file, `${JSON.stringify({ at: Date.now(), heldMs, garbageMs: Math.round(garbageMs) })}\n`)
    delay.reset()
    garbageMs = 0
  }, eachMs).unref()
}
