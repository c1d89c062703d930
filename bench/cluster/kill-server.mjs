// The servers are killed in turn: their pages open their streams at the other one.
import { backRows, isReady, metricsOf, settledMs, sleep, until } from './parts.mjs'

export async function killServers({ cluster, load, wanted, print }) {
  const backMs = []
  for (let turn = 0; turn < wanted.times; turn++) {
    const name = `server${(turn % 2) + 1}`
    const hellos = load.pages.map((page) => page.hellos)
    const isBack = (page, index) => page.hellos > hellos[index]
    const atServer = await streamsOf(cluster, name)
    const fromMs = Date.now()
    await cluster.processes.kill(name)
    await until(() => load.pages.filter(isBack).length >= atServer, 30_000)
    const back = load.pages.filter(isBack)
    const times = back.map(({ helloAtMs }) => helloAtMs - fromMs)
    const slowest = back.toSorted((a, b) => b.helloAtMs - a.helloAtMs).slice(0, 3)
    print(
      `  ${name} killed, ${atServer} streams cut; the slowest: ${slowest.map(({ helloAtMs, tickets, tickedAtMs }) => `${helloAtMs - fromMs} ms, ${tickets.filter((at) => at >= fromMs).length} tries, ticket after ${tickedAtMs - fromMs} ms`).join('; ')}`,
    )
    backMs.push(...times, ...Array.from({ length: Math.max(0, atServer - times.length) }, () => Infinity))
    await until(() => isReady(cluster, name), 60_000)
    await sleep(settledMs)
  }
  return [
    { what: 'servers killed', value: wanted.times },
    ...(backMs.length > 0 ? backRows('streams back after', backMs, 3) : []),
  ]
}

const streamsOf = async (cluster, name) =>
  Number(/^dhow_live_streams(?:\{[^}]*\})? (\d+)/m.exec(await metricsOf(cluster, name))?.[1] ?? 0)
