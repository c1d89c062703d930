// Stops NATS for a while: payments continue, and every page is correct once NATS is back.
import { accepts, settledMs, sleep, until } from './parts.mjs'

export async function noNats({ cluster, load, wanted }) {
  await cluster.processes.kill('nats', { isHeld: true })
  const [awayFrom, before] = [Date.now(), load.acknowledged()]
  await sleep(wanted.seconds * 1_000)
  const perSecond = (load.acknowledged() - before) / ((Date.now() - awayFrom) / 1_000)
  // Stop changes from here on, so that pages can be compared.
  await load.stopBets()
  await sleep(settledMs)
  const wrong = load.wrongPages()
  const port = cluster.plan.ports.natsPort
  cluster.processes.resume('nats')
  await until(() => accepts(port), 20_000)
  const rightMs = await until(() => load.wrongPages() === 0, 30_000)
  return [
    { what: 'NATS stopped for', value: `${wanted.seconds} s, ${perSecond.toFixed(0)} bets a second meanwhile` },
    { what: 'pages with a stale balance at its return', value: `${wrong} of ${load.pages.length}` },
    {
      what: 'all balances correct after its return',
      value: rightMs === undefined ? 'never' : `${(rightMs / 1_000).toFixed(1)} s`,
      bar: 'within 2 s',
      isReached: rightMs !== undefined && rightMs <= 2_000,
    },
  ]
}
