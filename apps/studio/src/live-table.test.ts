import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { walkChain } from '@dhow/fairness/crash'
import { dragonTiger } from '@dhow/fairness/dragon-tiger'
import { roundSeeds } from '@dhow/fairness/shoe'
import { inMemory } from './platform/db.ts'
import type { ToPage as ToTablePage } from './tables/messages.ts'
import { openWholeStudio } from './testing/whole-studio.ts'
import { openPage as openTestPage } from './testing/page.ts'

const { clock, fastForward, url, double } = openWholeStudio({
  STUDIO_DATA_DIR: inMemory,
  STUDIO_SECRET: 'the secret of the studio in this test',
})

describe('a live table', () => {
  const openTable = () => openTestPage<ToTablePage>(url(''), undefined, 'dragontiger')

  test('deals by the hash, settles every stake, and proves the round against the published end', async () => {
    const page = await openTable()
    page.send({ t: 'hello', demo: 'NAD' })
    expect(await page.waitFor('welcome')).toMatchObject({ demo: true, balance: 100_000 })
    const { chain, salt } = await page.waitFor('snap')
    const { no } = await fastForward(() => page.waitFor('open'))
    const round = url(`/api/tables/dragontiger/rounds/${chain}-${no}`)
    page.send({
      t: 'bet',
      id: 'table-bet-1',
      no,
      bets: [
        [0, 500],
        [1, 500],
        [2, 100],
      ],
    })
    expect(await page.waitFor('ack')).toEqual({ t: 'ack', id: 'table-bet-1', code: 'ok' })
    page.send({ t: 'bet', id: 'table-bet-2', no, bets: [[99, 500]] })
    page.send({ t: 'bet', id: 'table-bet-3', no, bets: [[0, 1]] })
    page.send({ t: 'bet', id: 'table-bet-4', no: no - 1, bets: [[0, 500]] })
    const answers = ['table-bet-2', 'table-bet-3', 'table-bet-4'].map((id) =>
      page.waitFor('ack', (ack) => ack.id === id),
    )
    expect((await Promise.all(answers)).map(({ code }) => code)).toEqual([
      'stake_out_of_range',
      'stake_out_of_range',
      'betting_closed',
    ])
    expect((await fetch(round)).status).toBe(409)
    const askRounds = (bets: string[], forged?: string) => {
      const asked = JSON.stringify({ rounds: [{ game: 'dragontiger', round: `${chain}-${no}`, bets }] })
      const timestamp = String(Math.round(clock.nowMs()))
      const signature = forged ?? createHmac('sha256', double().key).update(`${timestamp}.${asked}`).digest('hex')
      const headers = { 'x-timestamp': timestamp, 'x-signature': signature }
      return fetch(url('/api/rounds'), { method: 'POST', headers, body: asked })
    }
    expect(await (await askRounds([])).json()).toEqual({ rounds: [{ inputs: { kind: 'in_play' }, on: {} }] })
    const { hash } = await fastForward(() => page.waitFor('deal', (event) => event.no === no))
    await fastForward(() => page.waitFor('settled', (event) => event.no === no))
    const outcome = dragonTiger(roundSeeds(hash, salt, no))
    const ended = (field: number) =>
      page.waitFor('own', ({ bets }) => bets.some((bet) => bet.field === field && ['paid', 'lost'].includes(bet.state)))
    await Promise.all([ended(0), ended(1), ended(2)])
    const own = new Map(
      page.received.flatMap((message) => (message.t === 'own' ? message.bets : [])).map((bet) => [bet.field, bet]),
    )
    const due = outcome.winner === 'tie' ? [250, 250, 1300] : outcome.winner === 'dragon' ? [1000, 0, 0] : [0, 1000, 0]
    expect([0, 1, 2].map((field) => own.get(field)?.payout)).toEqual(due)
    const proof = (await (await fetch(round)).json()) as { hash: string; outcome: object; chain: { end_hash: string } }
    expect(proof).toMatchObject({ hash, outcome })
    expect(walkChain(hash, no)).toBe(proof.chain.end_hash)
    expect(await (await fetch(url('/api/tables/dragontiger/chain'))).json()).toEqual({ ...proof.chain, next: null })
    const bets = [own.get(1)!.id, 'somebody-elses']
    expect((await askRounds(bets, '0'.repeat(64))).status).toBe(403)
    expect(await (await askRounds(bets)).json()).toEqual({
      rounds: [
        {
          inputs: { kind: 'chain', hash, salt, number: no, end: proof.chain.end_hash },
          on: { [own.get(1)!.id]: 'tiger' },
        },
      ],
    })
    // Play money is not published.
    expect(page.received.some(({ t }) => t === 'totals')).toBe(false)
    page.close()
  }, 60_000)
  test('two rounds (one minute) cost a watching page less than two kilobytes', async () => {
    const watcher = await openTable()
    watcher.send({ t: 'hello', demo: 'INR' })
    const player = await openTable()
    player.send({ t: 'hello', token: 'mia:INR' })
    const { no } = await fastForward(() => player.waitFor('open'))
    player.send({
      t: 'bet',
      id: 'table-bet-5',
      no,
      bets: [
        [0, 1000],
        [3, 2000],
      ],
    })
    expect(await player.waitFor('ack')).toMatchObject({ code: 'ok' })
    await fastForward(() => watcher.waitFor('settled', (event) => event.no === no + 1))
    // Changes by field come in one event or two.
    const totals = new Map(
      watcher.received
        .flatMap((message) => (message.t === 'totals' ? message.fields : []))
        .map((total) => [total[0], total]),
    )
    expect([totals.get(0), totals.get(3)]).toEqual([
      [0, 1, ['INR', 1000]],
      [3, 1, ['INR', 2000]],
    ])
    const rounds = watcher.received.filter(({ t }) => ['open', 'totals', 'deal', 'settled'].includes(t))
    expect(rounds.length).toBeGreaterThanOrEqual(6)
    expect(rounds.reduce((sum, event) => sum + JSON.stringify(event).length, 0)).toBeLessThan(2000)
    watcher.close()
    player.close()
  }, 60_000)
})
