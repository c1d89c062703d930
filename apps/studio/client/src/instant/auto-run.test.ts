import { describe, expect, test } from 'vitest'
import { endOfMessage, readPlan, roundCounts, runRounds, type AutoPlan } from './auto-run.ts'

const plan: AutoPlan = { stake: 100, rounds: 10, loss: 10_000, profit: null }

/** Runs a plan on its own clock: a round is answered after 40 ms and shown for a second. */
function openRun(more: Partial<AutoPlan>, payouts: (number | 'refused')[], during?: (count: number) => void) {
  let nowMs = 0
  const startedMs: number[] = []
  let waited: { dueMs: number; done(): void } | null = null
  const run = runRounds(
    { ...plan, ...more },
    {
      roundMs: 5_000,
      nowMs: () => nowMs,
      wait: (ms) => new Promise((done) => (waited = { dueMs: nowMs + ms, done })),
      async play() {
        startedMs.push(nowMs)
        nowMs += 40
        const answeredMs = nowMs
        // Lets `runRounds` return first.
        await Promise.resolve()
        during?.(startedMs.length)
        nowMs += 1_000
        const payout = payouts[startedMs.length - 1] ?? 0
        return payout === 'refused' ? null : { payout, answeredMs }
      },
      changed: () => undefined,
    },
  )
  const settled = async () => {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  }
  return {
    run,
    startedMs,
    settled,
    /** Advances the clock until the run is over. */
    async over() {
      for (await settled(); !run.isOver; await settled()) {
        if (!waited) throw new Error('the run waits for nothing')
        nowMs = waited.dueMs
        waited.done()
        waited = null
      }
      return run
    },
  }
}

describe('an autoplay run', () => {
  test.each(roundCounts)('ends after its %i rounds', async (rounds) => {
    const { over, startedMs } = openRun(
      { rounds },
      Array.from({ length: rounds }, () => 100),
    )
    expect(await over()).toMatchObject({ played: rounds, net: 0, end: 'rounds' })
    expect(startedMs).toHaveLength(rounds)
  })

  test('ends at its profit, and not below it', async () => {
    const { over } = openRun({ profit: 200 }, [199, 200, 101, 900])
    expect(await over()).toMatchObject({ played: 3, net: 200, end: 'profit' })
  })

  test.each([
    [300, 3, -300],
    [350, 3, -300],
    [399, 3, -300],
    [400, 4, -400],
  ])('with a loss limit of %i plays no round that could exceed it', async (loss, played, net) => {
    const { over } = openRun({ loss }, [])
    expect(await over()).toMatchObject({ played, net, end: 'loss' })
  })

  test('continues below its start while the next loss is within the limit', async () => {
    const { over } = openRun({ loss: 200, rounds: 10 }, [0, 150, 150, 0, 0])
    expect(await over()).toMatchObject({ played: 5, net: -200, end: 'loss' })
  })

  test('ends at a refused bet, which does not count', async () => {
    const { over, startedMs } = openRun({}, [0, 'refused', 500])
    expect(await over()).toMatchObject({ played: 1, net: -100, end: 'refused' })
    expect(startedMs).toHaveLength(2)
  })

  test.each(['pressed', 'hidden', 'connection', 'reminder', 'signed_out', 'asked'] as const)(
    'stopped during a round (%s) counts that round and plays no more',
    async (why) => {
      const opened = openRun({}, [0, 300], (count) => count === 2 && opened.run.stop(why))
      expect(await opened.over()).toMatchObject({ played: 2, net: 100, end: why })
      expect(opened.startedMs).toHaveLength(2)
    },
  )

  test('stopped between two rounds is over at once, and keeps its first reason', async () => {
    const { run, startedMs, settled } = openRun({}, [0])
    await settled()
    expect([run.played, run.isOver]).toEqual([1, false])
    run.stop('hidden')
    run.stop('pressed')
    await settled()
    expect(run).toMatchObject({ played: 1, end: 'hidden', isOver: true })
    expect(startedMs).toHaveLength(1)
  })

  test('keeps the market’s time between the answer to one bet and the next bet', async () => {
    const { over, startedMs } = openRun({ rounds: 25 }, [])
    await over()
    const apart = startedMs.slice(1).map((atMs, index) => atMs - (startedMs[index] ?? 0) - 40)
    expect(Math.min(...apart)).toBeGreaterThan(5_000)
  })
})

test.each([
  ['reminder', 'reminder'],
  ['signed_out', 'signed_out'],
  // A portal that is older or newer than the game stops it as well.
  [undefined, 'asked'],
  ['rounds', 'asked'],
  [{}, 'asked'],
])('the portal’s reason %o ends a run as %s', (why, end) => expect(endOfMessage(why)).toBe(end))

describe('a plan', () => {
  const read = (loss: string, profit = '') => readPlan({ rounds: 25, loss, profit }, { stake: 500, balance: 10_000 })
  test.each([
    ['', 'loss_required'],
    ['  ', 'loss_required'],
    ['4.99', 'loss_range'],
    ['100.01', 'loss_range'],
    ['much', 'loss_range'],
    ['-20', 'loss_range'],
  ])('with the loss “%s” is refused: %s', (loss, fault) => {
    expect(read(loss)).toBe(fault)
  })
  test.each(['0', 'some', '-1'])('with the profit “%s” is refused', (profit) => {
    expect(read('20', profit)).toBe('profit_invalid')
  })
  test('has the current stake, a loss between one stake and the balance, and an optional profit', () => {
    expect(read('5')).toEqual({ stake: 500, rounds: 25, loss: 500, profit: null })
    expect(read('100.00', '7.50')).toEqual({ stake: 500, rounds: 25, loss: 10_000, profit: 750 })
  })
})
