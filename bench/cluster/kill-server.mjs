// Kills the servers in turn: their pages open their streams at the other one.
import { recoveryRows, isReady, metricsOf, settledMs, sleep, spreadOf, until } from './parts.mjs'

export async function killServers({ cluster, load, wanted, print }) {
  const backMs = []
  for (let turn = 0; turn < wanted.times; turn++) {
    const name = `server${(turn % 2) + 1}`
    const atServer = await streamsOf(cluster, name)
    const fromMs = Date.now()
    await cluster.processes.kill(name)
    // A page that was not cut also starts again, when the bus resynchronises.
    const tried = () => load.sockets.filter(({ triedAtMs }) => triedAtMs >= fromMs)
    const begun = () => tried().filter(({ begunAtMs }) => begunAtMs !== undefined)
    await until(() => begun().length >= atServer, 30_000)
    const times = begun().map(({ begunAtMs }) => begunAtMs - fromMs)
    const tickets = load.pages.flatMap((page) => page.tickets.filter((at) => at >= fromMs)).length
    const steps = ['triedAtMs', 'openAtMs', 'begunAtMs'].map((step) => spreadOf(tried().map((at) => at[step] - fromMs)))
    print(
      `  ${name} killed, ${atServer} streams cut: ${tried().length} tries at ${steps[0]}, open at ${steps[1]}, begun at ${steps[2]} ms (first, median, last); ${tickets} tickets requested`,
    )
    backMs.push(...times, ...Array.from({ length: Math.max(0, atServer - times.length) }, () => Infinity))
    await until(() => isReady(cluster, name), 60_000)
    await sleep(settledMs)
  }
  return [
    { what: 'servers killed', value: wanted.times },
    ...(backMs.length > 0 ? recoveryRows('streams back after', backMs, 3) : []),
  ]
}

const streamsOf = async (cluster, name) =>
  Number(/^dhow_live_streams(?:\{[^}]*\})? (\d+)/m.exec(await metricsOf(cluster, name))?.[1] ?? 0)
