// Restarts servers and studios one after the other, under reads of pages and bets.
import { isReady, settledMs, sleep, until } from './parts.mjs'

export async function rollingRestart({ cluster, load, wanted }) {
  const failures = new Map()
  let reads = 0
  let isOver = false
  const read = async () => {
    while (!isOver) {
      const what = await readAsPages(load)
      reads++
      if (what !== undefined) failures.set(what, (failures.get(what) ?? 0) + 1)
      await sleep(20)
    }
  }
  const readers = [read(), read(), read(), read()]
  const leftMs = []
  for (let turn = 0; turn < wanted.times; turn++)
    for (const name of ['server1', 'studio1', 'server2', 'studio2']) {
      const fromMs = Date.now()
      await cluster.processes.kill(name, { signal: 'SIGTERM' })
      leftMs.push(Date.now() - fromMs)
      await until(() => isReady(cluster, name), 60_000)
      await sleep(settledMs)
    }
  isOver = true
  await Promise.all(readers)
  const failed = [...failures].map(([what, count]) => `${count} × ${what}`).join(', ')
  return [
    {
      what: 'programs restarted, slowest exit',
      value: `${leftMs.length}, ${(Math.max(...leftMs) / 1_000).toFixed(1)} s`,
    },
    {
      what: 'reads, failed after two retries',
      value: `${reads}, ${failed || 0}`,
      bar: '0 failed',
      isReached: failed === '',
    },
  ]
}

/** Reads as a page does: an unanswered call is retried twice. @returns the failure, if any */
async function readAsPages(load) {
  let answer
  for (let tries = 0; tries < 3 && !(answer?.status < 500); tries++) {
    if (tries > 0) await sleep(300)
    answer = await load.call('GET', '/portal', undefined, {})
  }
  return answer?.status < 500 ? undefined : String(answer?.status ?? 'no answer')
}
