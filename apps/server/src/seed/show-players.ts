import type { Cast } from './cast.ts'
import type { SeedWorld } from './open-world.ts'

const minor = 100

/** Players in every state, some days before the end, so that slow states are reached. */
export async function showPlayers(world: SeedWorld, cast: Cast) {
  const { operators } = world
  const support = () => operators.as('support')
  const manager = () => operators.as('manager')

  await cast.pay(await cast.player('active_selma'), 800 * minor)

  const suspended = await cast.player('suspended_lukas')
  await cast.pay(suspended, 300 * minor)
  await (await support()).post(`/staff/players/${suspended.id}/active`, { active: false, reason: 'Two accounts' })

  const frozen = await cast.player('frozen_frieda')
  await cast.pay(frozen, 450 * minor)
  await (await manager()).post(`/staff/players/${frozen.id}/freeze`, { frozen: true, reason: 'A court order' })

  const closed = await cast.player('closed_tangeni')
  await (await manager()).post(`/staff/players/${closed.id}/close`, { confirm: 'CLOSE', reason: 'Asked by mail' })

  const excluded = await cast.player('excluded_petrus')
  await cast.pay(excluded, 200 * minor)
  await (await excluded.online()).post('/player/self-exclusion', { months: 6, confirm: 'EXCLUDE' })

  const resting = await cast.player('on_break_martha')
  await cast.pay(resting, 250 * minor)
  await (await resting.online()).post('/player/time-out', { days: 42 })

  const blocked = await cast.player('blocked_riaan')
  await (await support()).post(`/staff/players/${blocked.id}/play-block`, { blocked: true, reason: 'Under age?' })

  const limited = await cast.player('limits_helvi')
  const own = await limited.online()
  for (const [kind, period, amount] of [
    ['deposit', 'day', '500.00'],
    ['stake', 'week', '1000.00'],
    ['loss', 'month', '2000.00'],
  ])
    await own.put('/player/limits', { kind, period, amount })
  await own.put('/player/limits', { kind: 'deposit', period: 'day', amount: '900.00' })
  await cast.pay(limited, 200 * minor)

  await owe(cast, 'debt_johannes')
}

/** A player who staked the credit of a deposit that was then reversed. @returns the player's id */
async function owe(cast: Cast, name: string): Promise<string> {
  const player = await cast.player(name)
  const id = await cast.pay(player, 400 * minor)
  const seat = await player.openGame('dice')
  await seat.round(`${name}-lost`, 250 * minor, 0)
  await cast.decide('manager', 'deposit', id, 'reverse', { reason: 'not_received', note: 'The bank called it back' })
  return player.id
}

/** Players of today: new ones, one who never entered the code, and a debt that a second operator may write off. */
export async function showNewPlayers(world: SeedWorld, cast: Cast) {
  await cast.player('new_ndapewa')
  await cast.player('new_kavya', { market: 'IN' })
  await cast.unanswered('unverified_sanjay')
  const pardoned = await owe(cast, 'debt_pardon_asked')
  const manager = await world.operators.as('manager')
  await manager.post(`/staff/players/${pardoned}/debt/write-off`, { reason: 'Too small to pursue' })
}
