// Stops two of three etcd members, then both standbys: the first has no visible effect, the second stops all writes. Players and cashiers
// get a refusal with a retry time and can still read; everything recovers by itself.
import { recoveryRows, sleep, until, waitForDatabase } from './parts.mjs'

/** Longer than Patroni's `ttl`. */
const withoutEtcdMs = 40_000
const withoutStandbysMs = 30_000
const listPath = '/player/deposit-history'

export async function noQuorum({ cluster, load, wanted, print }) {
  const [backMs, seen] = [[], { reads: [], refusals: new Map(), bare: 0, slowestMs: 0 }]
  let bets = 0
  for (let turn = 0; turn < wanted.times; turn++) {
    await waitForDatabase(cluster)
    for (const name of ['etcd2', 'etcd3']) await cluster.processes.kill(name, { isHeld: true })
    await sleep(withoutEtcdMs / 2)
    const before = load.acknowledged()
    await sleep(withoutEtcdMs / 2)
    bets += load.acknowledged() - before
    print(`  two etcd away for ${withoutEtcdMs / 1_000} s; ${load.acknowledged() - before} bets in its second half`)
    for (const name of ['etcd2', 'etcd3']) cluster.processes.resume(name)
    await waitForDatabase(cluster)
    await sleep(10_000)

    const leader = await cluster.leader()
    const standbys = ['pg1', 'pg2', 'pg3'].filter((name) => name !== leader)
    await Promise.all(standbys.map((name) => cluster.processes.kill(name, { isHeld: true, signal: 'SIGTERM' })))
    await watch(load, seen)
    for (const name of standbys) cluster.processes.resume(name)
    const fromMs = Date.now()
    const settled = load.acknowledged()
    await until(() => load.acknowledged() > settled + 20, 120_000)
    backMs.push(Date.now() - fromMs)
    await waitForDatabase(cluster)
  }
  const read = seen.reads.filter((status) => status === 200).length
  const codes = [...seen.refusals].map(([what, count]) => `${count} × ${what}`).join(', ')
  return [
    { what: 'bets with one of three etcd', value: bets, bar: 'some', isReached: bets > 0 },
    {
      what: 'reads served without a standby',
      value: `${read} of ${seen.reads.length}`,
      bar: '9 of 10',
      isReached: read >= 0.9 * seen.reads.length,
    },
    { what: 'writes without a standby, slowest answer', value: `${codes}, ${(seen.slowestMs / 1_000).toFixed(1)} s` },
    { what: 'of them without a text or Retry-After', value: seen.bare, bar: '0', isReached: seen.bare === 0 },
    ...recoveryRows('writes back after a standby’s start', backMs, 30),
  ]
}

/** Reads and writes of players while there is no standby. */
async function watch(load, seen) {
  const untilMs = Date.now() + withoutStandbysMs
  const of = (index) => ({ authorization: `Bearer ${load.tokens[index]}` })
  const read = async () => {
    while (Date.now() < untilMs) {
      seen.reads.push((await load.call('GET', listPath, undefined, of(0)))?.status)
      await sleep(250)
    }
  }
  const write = async (index) => {
    await sleep(3_000)
    for (let turn = 0; Date.now() < untilMs; turn++) {
      const fromMs = Date.now()
      const answer = await load.call(turn % 2 === 0 ? 'PUT' : 'DELETE', '/player/favourites/dhow', '{}', of(index))
      seen.slowestMs = Math.max(seen.slowestMs, Date.now() - fromMs)
      const what = `${answer?.status ?? 'no answer'} ${answer?.json?.code ?? ''}`.trim()
      seen.refusals.set(what, (seen.refusals.get(what) ?? 0) + 1)
      if (!answer?.json?.message || !answer.headers['retry-after']) seen.bare++
      await sleep(1_000)
    }
  }
  await Promise.all([read(), read(), write(1), write(2)])
}
