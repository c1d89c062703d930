// Kills the studio that plays the shared tables: the other one takes over and continues the round.
import { answers, recoveryRows, waitForStudios, settledMs, sleep, until } from './parts.mjs'

export async function killStudios({ cluster, tables, wanted, print }) {
  const { ports } = cluster.plan
  const [playsMs, linesMs] = [[], []]
  for (let turn = 0; turn < wanted.times; turn++) {
    const { playing, other } = await waitForStudios(cluster)
    const fromMs = Date.now()
    await cluster.processes.kill(playing)
    const tookMs = await until(() => answers(ports[other], '/health/playing'), 60_000)
    playsMs.push(tookMs ?? Infinity)
    const back = await tables.recoverySince(fromMs)
    linesMs.push(...back)
    print(
      `  ${playing} killed; ${other} plays after ${tookMs} ms, ${back.length} connections back after ${Math.max(...back)} ms`,
    )
    await sleep(settledMs)
  }
  return [
    { what: 'active studios killed', value: playsMs.length },
    ...recoveryRows('the other one plays all tables after', playsMs, 3),
    ...recoveryRows('connections back after', linesMs, 3),
  ]
}
