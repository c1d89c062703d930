import type { Cast } from './cast.ts'
import type { SeedWorld } from './open-world.ts'
import { userAgents } from './plan.ts'

const minor = 100
const hourMs = 3_600_000

/** Bonuses in every state, a paid referral, a reward under review, gift envelopes in every state. */
export async function showRewards(world: SeedWorld, cast: Cast) {
  const manager = await world.operators.as('manager')
  const claim = async (name: string, rule = 'rule_sandbox_welcome_na', amount = 100) => {
    const player = await cast.player(name)
    await cast.pay(player, amount * minor)
    const own = await player.online()
    return { player, own, bonus: (await own.post(`/player/bonuses/${rule}/claim`)).bonus }
  }
  await claim('bonus_meera')
  const cancelled = await claim('bonus_cancelled')
  await cancelled.own.post(`/player/bonuses/${cancelled.bonus.id}/cancel`)

  const completed = await claim('bonus_completed', 'rule_sandbox_welcome_na', 60)
  const seat = await completed.player.openGame('wheel')
  const stakeMinor = 50 * minor
  const rounds = Math.trunc((Number(completed.bonus.required) * minor) / stakeMinor) + 1
  for (let round = 0; round < rounds; round++)
    await seat.round(`bonus-${round}`, stakeMinor, round % 2 === 0 ? 2 * stakeMinor : 0)

  const { rule, waits } = await manager.post('/staff/bonus-rules', {
    kind: 'welcome',
    market: 'NA',
    title: 'Weekend welcome',
    percent: 50,
    max_amount: '20.00',
    min_deposit: '10.00',
    wager_times: 30,
    valid_days: 1,
  })
  const ruleId = waits ? await confirmed(world, 'Weekend welcome') : String(rule.id)
  await claim('bonus_expired', ruleId)
  await manager.post(`/staff/bonus-rules/${ruleId}/stop`)

  await refer(cast)
  await raiseSuspicion(cast)
  await giveGifts(world, cast)
}

/** A rule that a second operator had to confirm. */
async function confirmed(world: SeedWorld, title: string): Promise<string> {
  await world.operators.confirmNewest('admin')
  const { rules } = await (await world.operators.as('manager')).get('/staff/bonus-rules')
  return String(rules.find((rule: { title: string }) => rule.title === title).id)
}

/** A player with three referrals: one inactive, one who paid in, and one who played enough for the reward. */
async function refer(cast: Cast) {
  const host = await cast.player('referrer_nangula')
  const own = await host.online()
  const { code } = await own.get('/player/referral')
  await cast.player('friend_registered', { referralCode: code })
  await cast.pay(await cast.player('friend_deposited', { referralCode: code }), 200 * minor)
  const friend = await cast.player('friend_played', { referralCode: code })
  await cast.pay(friend, 500 * minor)
  const seat = await friend.openGame('dice')
  for (let round = 0; round < 10; round++)
    await seat.round(`friend-${round}`, 50 * minor, round % 2 === 0 ? 90 * minor : 0)
  await own.attempt('POST', '/player/referral/claim')
}

/** Accounts that look like one person's: the last one's welcome bonus waits for an operator. */
async function raiseSuspicion(cast: Cast) {
  const address = '198.19.252.9'
  for (const name of ['twin_one', 'twin_two', 'twin_three', 'twin_four']) {
    const player = await cast.player(name, { address, userAgent: userAgents[0] })
    await cast.pay(player, 100 * minor)
    await (await player.online()).attempt('POST', '/player/bonuses/rule_sandbox_welcome_na/claim')
  }
}

async function giveGifts(world: SeedWorld, cast: Cast) {
  const manager = await world.operators.as('manager')
  const create = async (title: string, terms: object = {}) => {
    const gift = { title, market: 'NA', kind: 'fixed', amount: '5.00', claims: 20, expires_in_hours: 2_000, ...terms }
    const { code, envelope } = await manager.post('/staff/gift-envelopes', gift)
    return { code: String(code), id: String(envelope.id) }
  }
  const open = await create('Harbour day')
  const split = await create('Lucky pot', { kind: 'split', amount: '100.00', claims: 10 })
  const empty = await create('First come', { claims: 1 })
  const stopped = await create('Typed wrong')
  await create('One hour only', { expires_in_hours: 1 })
  await manager.post(`/staff/gift-envelopes/${stopped.id}/stop`)
  const own = await (await cast.player('gift_divya')).online()
  for (const { code } of [open, split, empty]) await own.post('/gift-envelope/claim', { code })
  world.clock.moveTo(new Date(world.clock.now().getTime() + 2 * hourMs))
}

/** Wins above the provider's limit: one waiting, one paid and one refused, each by two operators. */
export async function showHeldWins(world: SeedWorld, cast: Cast) {
  for (const [name, verb] of [
    ['win_held', undefined],
    ['win_paid', 'pay'],
    ['win_refused', 'refuse'],
  ] as const) {
    const player = await cast.player(name)
    await cast.pay(player, 200 * minor)
    const seat = await player.openGame('dhow')
    await seat.bet(name, 10 * minor)
    await seat.win(name, 60_000 * minor)
    if (verb === undefined) continue
    const manager = await world.operators.as('manager')
    const { wins } = await manager.get('/staff/held-wins')
    const held = wins.find((win: { player_name: string }) => win.player_name === name)
    const { waiting } = await manager.post(`/staff/held-wins/${held.id}/${verb}`, {
      version: held.version,
      reason: 'Looked at the round',
    })
    if (waiting) await world.operators.confirmNewest('admin')
  }
}
