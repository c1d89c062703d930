// Cuts the active studio off from its database without notice to either side: the studio exits before its lease expires, and the other one
// takes over the tables. Then restores the connection, with everything that was sent into it.
import {
  recoveryRows,
  waitForStudios,
  isReady,
  otherStudio,
  playingStudio,
  plays,
  settledMs,
  sleep,
  until,
} from './parts.mjs'
import { openLine } from './lines.mjs'

/** A lease of the studio lasts 15 seconds. */
const takenOverWithinS = 20
const cutMs = 30_000

export async function split({ cluster, tables, wanted, print }) {
  const { ports } = cluster.plan
  const name = 'studio1'
  const lines = { pooled: await openLine(ports.pgbouncerPort), leader: await openLine(ports.leaderPort) }
  const over = (url, { port }) => Object.assign(new URL(url), { port }).href
  const env = cluster.processes.env(name)
  await cluster.processes.kill(name, { isHeld: true })
  cluster.processes.resume(name, {
    env: {
      ...env,
      STUDIO_DATABASE_URL: over(env.STUDIO_DATABASE_URL, lines.pooled),
      STUDIO_DATABASE_DIRECT_URL: over(env.STUDIO_DATABASE_DIRECT_URL, lines.leader),
    },
  })
  const [endedMs, playsMs, linesMs] = [[], [], []]
  let twice = 0
  for (let turn = 0; turn < wanted.times; turn++) {
    const { playing } = await waitForStudios(cluster)
    if (playing !== name) await cluster.processes.kill(playing, { signal: 'SIGTERM' })
    await until(async () => (await waitForStudios(cluster)).playing === name, 120_000)
    await until(() => tables.lines.every(({ isOpen }) => isOpen), 60_000)
    const pid = cluster.processes.pid(name)
    const fromMs = Date.now()
    for (const line of Object.values(lines)) line.cut()
    const holder = cluster.queryStudio('select holder from leases')
    const ended = until(() => cluster.processes.pid(name) !== pid, 60_000)
    playsMs.push((await until(() => plays(cluster, otherStudio(name)), 60_000)) ?? Infinity)
    endedMs.push((await ended) ?? Infinity)
    linesMs.push(...(await tables.recoverySince(fromMs)))
    await sleep(Math.max(0, cutMs - (Date.now() - fromMs)))
    for (const line of Object.values(lines)) line.reconnect()
    await until(() => isReady(cluster, name), 60_000)
    await sleep(settledMs)
    if (cluster.queryStudio('select holder from leases') === holder) twice++
    if ((await playingStudio(cluster)) === name) twice++
    print(`  ${name} cut off; it ended after ${endedMs.at(-1)} ms, the other one played after ${playsMs.at(-1)} ms`)
  }
  await cluster.processes.kill(name, { isHeld: true })
  cluster.processes.resume(name, { env })
  for (const line of Object.values(lines)) line.close()
  return [
    { what: 'active studios cut off', value: wanted.times },
    ...recoveryRows('the one cut off ended after', endedMs, takenOverWithinS),
    ...recoveryRows('the other one plays all tables after', playsMs, takenOverWithinS),
    ...recoveryRows('connections back after', linesMs, takenOverWithinS + 5),
    { what: 'tables played by the one cut off, after reconnecting', value: twice, bar: '0', isReached: twice === 0 },
  ]
}
