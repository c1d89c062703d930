// The studio that plays the shared tables is killed: the other one takes them over, and goes on with the round.
import { answers, backRows, bothStudios, settledMs, sleep, until } from './parts.mjs'

export async function killStudios({ cluster, tables, wanted, print }) {
  const { ports } = cluster.plan
  const [playsMs, linesMs] = [[], []]
  for (let turn = 0; turn < wanted.times; turn++) {
    const { playing, other } = await bothStudios(cluster)
    const fromMs = Date.now()
    await cluster.processes.kill(playing)
    const tookMs = await until(() => answers(ports[other], '/health/playing'), 60_000)
    playsMs.push(tookMs ?? Infinity)
    const back = await tables.backSince(fromMs)
    linesMs.push(...back)
    print(
      `  ${playing} killed; ${other} plays after ${tookMs} ms, ${back.length} lines back after ${Math.max(...back)} ms`,
    )
    await sleep(settledMs)
  }
  return [
    { what: 'playing studios killed', value: playsMs.length },
    ...backRows('the other one plays all tables after', playsMs, 3),
    ...backRows('lines back after', linesMs, 3),
  ]
}
