// Kills the studio that plays the shared tables: the other one takes over and continues the round.
import { entriesSince, plays, recoveryRows, waitForStudios, settledMs, sleep, spreadOf, until } from './parts.mjs'

export async function killStudios({ cluster, tables, wanted, print }) {
  const [playsMs, linesMs] = [[], []]
  for (let turn = 0; turn < wanted.times; turn++) {
    const { playing, other } = await waitForStudios(cluster)
    const fromMs = Date.now()
    await cluster.processes.kill(playing)
    await until(() => plays(cluster, other), 60_000)
    const tookMs = Date.now() - fromMs
    playsMs.push(tookMs < 60_000 ? tookMs : Infinity)
    const back = await tables.recoverySince(fromMs)
    linesMs.push(...back)
    const { lease, tables: open } = stepsOf(entriesSince(cluster, other, fromMs), fromMs)
    print(
      `  ${playing} killed; ${other} had the lease after ${lease} ms, tables after ${open.join('/')} ms, played after ${tookMs} ms; ` +
        `${back.length} connections back after ${spreadOf(back)} ms (first, median, last)`,
    )
    await sleep(settledMs)
  }
  return [
    { what: 'active studios killed', value: playsMs.length },
    ...recoveryRows('the other one plays all tables after', playsMs, 3),
    ...recoveryRows('connections back after', linesMs, 3),
  ]
}

/** Times of the takeover, by the log of the studio that took over. */
function stepsOf(entries, fromMs) {
  const timesOf = (text) => entries.filter(({ msg }) => msg === text).map(({ time }) => time - fromMs)
  return { lease: timesOf('this process runs the tables')[0], tables: timesOf('a table is open') }
}
