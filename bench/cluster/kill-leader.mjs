// Kills the PostgreSQL leader. Its standbys are frozen for 1.5 seconds before, or asynchronous replication could pass by luck.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { recoveryRows, childrenOf, settledMs, signal, sleep, until, waitForDatabase } from './parts.mjs'

const frozenMs = 1_500

export async function killLeader({ cluster, load, wanted, print }) {
  const backMs = []
  for (let turn = 0; turn < wanted.times; turn++) {
    await waitForDatabase(cluster)
    const leader = await cluster.leader()
    const receivers = ['pg1', 'pg2', 'pg3']
      .filter((name) => name !== leader)
      .flatMap((name) => postgresProcesses(cluster, name).filter(({ title }) => /walreceiver/.test(title)))
    for (const { id } of receivers) signal(id, 'SIGSTOP')
    await sleep(frozenMs)
    const before = load.acknowledged()
    const doomed = postgresProcesses(cluster, leader)
    await cluster.processes.kill(leader, { isHeld: true })
    for (const { id } of doomed) signal(id, 'SIGKILL')
    const fromMs = Date.now()
    for (const { id } of receivers) signal(id, 'SIGCONT')
    const ended = load.acknowledged()
    await sleep(500)
    const settled = load.acknowledged()
    const tookMs = await until(() => load.acknowledged() > settled + 20, 120_000)
    backMs.push(tookMs === undefined ? Infinity : Date.now() - fromMs)
    const next = await cluster.leader()
    print(
      `  ${leader} killed after ${ended - before} bets while frozen; ${next} leads, writes back after ${(backMs.at(-1) / 1_000).toFixed(1)} s`,
    )
    await sleep(settledMs)
    cluster.processes.resume(leader)
  }
  return [
    { what: 'leaders killed, receivers frozen for 1.5 s', value: backMs.length },
    ...recoveryRows('writes back after', backMs, 30),
  ]
}

/** The processes of one PostgreSQL, including its WAL receivers and senders. */
function postgresProcesses(cluster, name) {
  const [first] = readFileSync(join(cluster.plan.engines, name, 'postmaster.pid'), 'utf8').split('\n')
  return [{ id: Number(first), title: 'postmaster' }, ...childrenOf(Number(first))]
}
