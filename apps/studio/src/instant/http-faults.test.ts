import { expect, test, vi } from 'vitest'
import { openInstantStudio } from '../testing/instant-studio.ts'

/** The one-player games while the wallet does not answer, answers late, or the studio stops. */
const studio = openInstantStudio()
const { fastForward, seat, newId, balanceOf, failFirst, rested, pearl, restart, start, stop, double } = studio

test.each(['error_before', 'error_after', 'silence_before', 'silence_after'] as const)(
  'the wallet’s first answer is lost (%s): repeated, the call debits the stake once',
  async (fault) => {
    const player = await seat('dice', `lost_${fault}:INR`)
    failFirst('betwin', fault, fault)
    const { round } = await player.bet({ side: 'over', mark: 5000 })
    expect(round!.state).toBe('settled')
    expect(balanceOf(`lost_${fault}`)).toBe(10_000_000n - 1000n + BigInt(round!.payout))
  },
)

test('a wallet that never answers: the stake is given up, and the late answer changes nothing', async () => {
  const player = await seat('dice', 'never:INR')
  double().fault = (call) => (call === 'betwin' ? 'error_before' : 'none')
  const { round } = await fastForward(() => player.bet({ side: 'over', mark: 5000 }))
  expect(round).toMatchObject({ view: null })
  const end = await rested(player, round!.id)
  expect(end).toMatchObject({ state: 'rolled_back', code: 'wallet_unknown', view: null, payout: 0 })
  expect(balanceOf('never')).toBe(10_000_000n)
}, 30_000)

test('a stake accepted without an answer cannot be undone: the round counts as played', async () => {
  const player = await seat('dice', 'taken:INR')
  double().fault = (call) => (call === 'betwin' && !isOpenAgain ? 'error_after' : 'none')
  let isOpenAgain = false
  const placed = await fastForward(() => player.bet({ side: 'over', mark: 5000 }))
  // The wallet answers again only once the studio has begun to give the stake back.
  const isRolling = async () => (await player.state()).rounds![0]!.state === 'rolling'
  await fastForward(() => vi.waitUntil(isRolling, { timeout: 20_000, interval: 10 }))
  isOpenAgain = true
  const end = await rested(player, placed.round!.id)
  expect(end.state).toBe('settled')
  expect(balanceOf('taken')).toBe(10_000_000n - 1000n + BigInt(end.payout))
}, 30_000)

test('the studio stops while the wallet is asked: the next start ends the round, once', async () => {
  const player = await seat('dice', 'stopped:INR')
  double().fault = (call) => (call === 'betwin' ? 'error_after' : 'none')
  const id = newId()
  const cut = player.bet({ side: 'over', mark: 5000 }, 1000, id).catch(() => null)
  await vi.waitUntil(() => [...double().bets.keys()].some((key) => key.endsWith(id)))
  await stop()
  await cut
  double().fault = () => 'none'
  await start()
  const back = await player.back()
  const round = await rested(player, back.rounds[0]!.id)
  expect(round.state).toBe('settled')
  expect(balanceOf('stopped')).toBe(10_000_000n - 1000n + BigInt(round.payout))
  expect((await player.bet({ side: 'over', mark: 5000 }, 1000, id)).round).toEqual(round)
}, 60_000)

test('the payout’s answer is lost and the studio restarts: it is paid once', async () => {
  const player = await seat('mines', 'paid:INR')
  const round = await pearl(player)
  const before = balanceOf('paid')
  double().fault = (call) => (call === 'win' ? 'error_after' : 'none')
  const cut = player.sendAction(round, 'cash_out').catch(() => null)
  await vi.waitUntil(() => balanceOf('paid') > before)
  await restart()
  await cut
  double().fault = () => 'none'
  const end = await rested(player, round.id)
  expect(end).toMatchObject({ state: 'settled', payout: 1031 })
  expect(balanceOf('paid')).toBe(before + 1031n)
}, 60_000)

test('a stake without an answer is rolled back, accepted or not', async () => {
  for (const fault of ['error_before', 'error_after'] as const) {
    const player = await seat('mines', `cut_${fault}:INR`)
    double().fault = (call) => (call === 'bet' ? fault : 'none')
    const { round } = await fastForward(() => player.bet({ mines: 5 }))
    const end = await rested(player, round!.id)
    expect(end).toMatchObject({ state: 'rolled_back', payout: 0 })
    expect(balanceOf(`cut_${fault}`)).toBe(10_000_000n)
    double().fault = () => 'none'
  }
}, 60_000)
