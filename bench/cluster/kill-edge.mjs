// Kills an edge process of the active studio: its pages reconnect, and no round is affected.
import { recoveryRows, waitForStudios, childrenOf, metricsOf, settledMs, signal, sleep, until } from './parts.mjs'

export async function killEdges({ cluster, tables, wanted, print }) {
  const linesMs = []
  for (let turn = 0; turn < wanted.times; turn++) {
    const { playing } = await waitForStudios(cluster)
    const edges = childrenOf(cluster.processes.pid(playing)).filter(({ title }) => title.endsWith('\0edge\0'))
    const fromMs = Date.now()
    // The oldest edge has the pages, which moved to it from the edge killed last.
    signal(Math.min(...edges.map(({ id }) => id)), 'SIGKILL')
    await until(() => tables.lines.some(({ cutAtMs }) => cutAtMs >= fromMs), 5_000)
    const back = await tables.recoverySince(fromMs)
    linesMs.push(...back)
    print(`  an edge of ${playing} killed; ${back.length} connections cut, back after ${Math.max(0, ...back)} ms`)
    const bothUp = async () => /^dhow_edges_up(?:\{[^}]*\})? 2$/m.test(await metricsOf(cluster, playing))
    await until(bothUp, 30_000)
    await sleep(settledMs)
  }
  return [{ what: 'edges killed', value: wanted.times }, ...recoveryRows('connections back after', linesMs, 3)]
}
