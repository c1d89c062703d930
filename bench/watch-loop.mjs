// Loaded into a server before its program (`node --import`): writes each quarter of a second how long its event loop was held and how long
// it collected garbage, a JSON line each, into the file that DHOW_BENCH_LOOP names. Times are those of Date.now(), as every process sees them.
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
