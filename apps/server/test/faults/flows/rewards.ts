import { seatOf } from '../../game-seat.ts'
import { over, type ServerProcess } from '../../processes.ts'
import type { Flow } from '../crash-flows.ts'
import { paymentsOf, type Acting, type Headers, type Setup } from './setup.ts'

/** Bonuses, gifts, and referral rewards. */
export function flowsOfRewards(setup: Setup) {
  const { world, manager } = setup

  const claimBonus: Flow<Acting> = {
    async prepare() {
      const player = await world.player({ balance: '100.00' })
      return { playerId: player.id, player }
    },
    run: (server, { player }, headers) =>
      over(server, player).post('/player/bonuses/rule_sandbox_welcome_na/claim', {}, headers),
    before: { cash: 10_000n, held: 0n, inPlay: 0n },
    after: { cash: 10_000n, held: 0n, inPlay: 0n },
    async record({ playerId }) {
      const { bonusMinor } = await world.balance(playerId)
      const rows = await world.db.kysely
        .selectFrom('rewards.bonus')
        .selectAll()
        .where('player_id', '=', playerId)
        .execute()
      return { bonusMinor, bonuses: rows.map((row) => [row.state, row.amount_minor]) }
    },
    recordBefore: { bonusMinor: 0n, bonuses: [] },
    recordAfter: { bonusMinor: 10_000n, bonuses: [['active', 10_000n]] },
    boundaries: 17,
  }

  const bonusOf = async ({ playerId }: { playerId: string }) => {
    const { bonusMinor } = await world.balance(playerId)
    const rows = await world.db.kysely
      .selectFrom('rewards.bonus')
      .selectAll()
      .where('player_id', '=', playerId)
      .execute()
    return {
      bonusMinor,
      bonuses: rows.map((row) => row.state),
      postings: (await paymentsOf(setup, { playerId })).postings,
    }
  }
  const running = async (): Promise<Acting & { bonus: string }> => {
    const player = await world.player({ balance: '100.00' })
    const { json } = await player.post('/player/bonuses/rule_sandbox_welcome_na/claim')
    return { playerId: player.id, player, bonus: json.bonus.id }
  }
  const endBonus = {
    run: (server: ServerProcess, { player, bonus }: Acting & { bonus: string }, headers: Headers) =>
      over(server, player).post(`/player/bonuses/${bonus}/cancel`, {}, headers),
    alreadyDone: 'bonus_ended',
    before: { cash: 10_000n, held: 0n, inPlay: 0n },
    record: bonusOf,
    boundaries: 9,
  }

  const giveBackBonus: Flow<Acting & { bonus: string }> = {
    ...endBonus,
    prepare: running,
    after: { cash: 10_000n, held: 0n, inPlay: 0n },
    recordBefore: { bonusMinor: 10_000n, bonuses: ['active'], postings: 2 },
    recordAfter: { bonusMinor: 0n, bonuses: ['cancelled'], postings: 3 },
  }

  /** A fully wagered bonus becomes cash, even if its cancellation was requested. */
  const completeBonus: Flow<Acting & { bonus: string }> = {
    ...endBonus,
    async prepare() {
      const subject = await running()
      const seated = await seatOf(world, subject.player)
      for (let round = 0; round < 10; round++) await seated.play(10_000, 10_000)
      return subject
    },
    after: { cash: 20_000n, held: 0n, inPlay: 0n },
    recordBefore: { bonusMinor: 10_000n, bonuses: ['active'], postings: 22 },
    recordAfter: { bonusMinor: 0n, bonuses: ['completed'], postings: 23 },
  }

  const payReferral: Flow<Acting & { friendId: string }> = {
    async prepare() {
      const player = await world.player()
      const { code } = (await player.get('/player/referral')).json
      const friend = await world.player({ balance: '200.00', referral_code: code })
      const seated = await seatOf(world, friend)
      await seated.play(20_000, 20_000)
      return { playerId: player.id, player, friendId: friend.id }
    },
    run: (server, { player }, headers) => over(server, player).post('/player/referral/claim', {}, headers),
    before: { cash: 0n, held: 0n, inPlay: 0n },
    after: { cash: 5_000n, held: 0n, inPlay: 0n },
    async record({ playerId, friendId }) {
      const { state, amount_minor } = await world.db.kysely
        .selectFrom('rewards.referral')
        .select(['state', 'amount_minor'])
        .where('referred_id', '=', friendId)
        .executeTakeFirstOrThrow()
      return { state, amount_minor, postings: (await paymentsOf(setup, { playerId })).postings }
    },
    recordBefore: { state: 'waiting', amount_minor: null, postings: 0 },
    recordAfter: { state: 'paid', amount_minor: 5_000n, postings: 1 },
    boundaries: 17,
  }

  const claimGift: Flow<Acting & { code: string }> = {
    async prepare() {
      const player = await world.player()
      const made = await manager.post('/staff/gift-envelopes', {
        title: 'A gift',
        market: 'NA',
        kind: 'fixed',
        amount: '20.00',
        claims: 1,
        expires_in_hours: 1,
      })
      return { playerId: player.id, player, code: made.json.code }
    },
    run: (server, { player, code }, headers) => over(server, player).post('/gift-envelope/claim', { code }, headers),
    before: { cash: 0n, held: 0n, inPlay: 0n },
    after: { cash: 2_000n, held: 0n, inPlay: 0n },
    async record({ playerId }) {
      const { kysely } = world.db
      const shares = await kysely
        .selectFrom('rewards.gift_share')
        .selectAll()
        .where('player_id', '=', playerId)
        .execute()
      return { shares: shares.length, postings: (await paymentsOf(setup, { playerId })).postings }
    },
    recordBefore: { shares: 0, postings: 0 },
    recordAfter: { shares: 1, postings: 1 },
    boundaries: 12,
  }

  return {
    'the claim of a bonus': claimBonus,
    'the giving back of a bonus': giveBackBonus,
    'a bonus that becomes cash': completeBonus,
    'the payment for a friend who came': payReferral,
    'the claim of a gift': claimGift,
  }
}
