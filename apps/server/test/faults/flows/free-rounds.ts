import '../../../src/features/gateway/tables.ts'
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { dhowCallHere } from '../../api-calls.ts'
import { openFreeRoundDesk } from '../../free-rounds.ts'
import { dhowCall, over, repeatWhileBusy, type ServerProcess } from '../../processes.ts'
import { sandboxKey } from '../../sandbox.ts'
import type { Flow } from '../crash-flows.ts'
import type { Headers, Setup } from './setup.ts'

interface Subject {
  playerId: string
  session: string
  grant: string
  round: string
}

/** Bets under a grant, their ends, and the ends of the grant. */
export function flowsOfFreeRounds(setup: Setup) {
  const { world, manager } = setup
  const desk = openFreeRoundDesk(world, manager)

  const seatWith = (terms: object) => async (): Promise<Subject> => {
    const player = await world.player({ balance: '100.00' })
    // One operator gives them all, and each waits for the one before.
    const given = await repeatWhileBusy(() => desk.give(player.id, terms))
    expect(given?.json).toMatchObject({ waits: false })
    const launched = await player.post('/games/dice/launch', {})
    const token = new URL(launched.json.url).searchParams.get('token')
    const opened = await dhowCallHere(world, 'authenticate', { token })
    const { grant } = opened.json.freeRounds as { grant: string }
    return { playerId: player.id, session: opened.json.session as string, grant, round: `kill-free-${grant}` }
  }
  const moneyOf = ({ session, round }: Subject) => ({ session, roundId: round, game: 'dice', currency: 'NAD' })
  const bet = (subject: Subject) => ({
    ...moneyOf(subject),
    ...{ txId: `${subject.round}-bet`, amount: 200, grant: subject.grant },
  })
  const seatWithBet = (terms: object) => async (): Promise<Subject> => {
    const subject = await seatWith(terms)()
    expect((await dhowCallHere(world, 'bet', bet(subject))).json.code).toBe('ok')
    return subject
  }
  const send = (kind: string, body: (subject: Subject) => object) => ({
    run: (server: ServerProcess, subject: Subject, headers: Headers) =>
      dhowCall(world, server, kind, body(subject), headers),
  })

  /** The round and its grant; `ended` says how an operator ended the grant. */
  const record = async ({ round, grant }: Subject) => {
    const { kysely } = world.db
    const played = await kysely
      .selectFrom('gateway.game_round')
      .select(['stake_minor', 'free_minor', 'payout_minor', 'open_bets'])
      .where('round_id', '=', round)
      .executeTakeFirst()
    const { used, open_minor, won_minor, ended_as } = await kysely
      .selectFrom('gateway.free_round_grant')
      .selectAll()
      .where('id', '=', grant)
      .executeTakeFirstOrThrow()
    return {
      round: played ? [played.stake_minor, played.free_minor, played.payout_minor, played.open_bets] : null,
      ...{ used, open: open_minor, won: won_minor, ended: ended_as },
    }
  }
  const nothing = { round: null, used: 0, open: 0n, won: 0n, ended: null }
  const placed = { round: [0n, 200n, 0n, 1], used: 1, open: 200n, won: 0n, ended: null }
  const settled = { ...placed, round: [0n, 200n, 0n, 0], open: 0n }
  const cash = (minor: bigint) => ({ cash: minor, held: 0n, inPlay: 0n })
  const known = { record, boundaries: 3, before: cash(10_000n) }
  const open = { ...known, prepare: seatWithBet({}), recordBefore: placed }

  const placeBet: Flow<Subject> = {
    ...known,
    ...send('bet', bet),
    prepare: seatWith({}),
    after: cash(10_000n),
    recordBefore: nothing,
    recordAfter: placed,
  }

  /** Uses up the grant and pays its largest win, although more was won. */
  const playLast: Flow<Subject> = {
    ...known,
    ...send('betwin', (subject) => ({
      ...moneyOf(subject),
      ...{ txId: `${subject.round}-both`, betAmount: 200, winAmount: 90_000, grant: subject.grant },
    })),
    prepare: seatWith({ rounds: 1, max_win: '5.00' }),
    after: cash(10_500n),
    recordBefore: nothing,
    recordAfter: { ...settled, round: [0n, 200n, 500n, 0], won: 500n },
  }

  const settleBet: Flow<Subject> = {
    ...open,
    ...send('win', (subject) => ({
      ...moneyOf(subject),
      ...{ txId: `${subject.round}-win`, refTxId: `${subject.round}-bet`, amount: 300 },
    })),
    after: cash(10_300n),
    recordAfter: { ...settled, round: [0n, 200n, 300n, 0], won: 300n },
  }

  const rollBackBet: Flow<Subject> = {
    ...open,
    ...send('rollback', ({ session, round }) => ({
      ...{ session, roundId: round, txId: `${round}-back`, refTxId: `${round}-bet` },
    })),
    after: cash(10_000n),
    recordAfter: { ...nothing, round: [0n, 0n, 0n, 0] },
  }

  const endRound: Flow<Subject> = {
    ...open,
    ...send('end-round', ({ session, round }) => ({ session, roundId: round, game: 'dice' })),
    after: cash(10_000n),
    recordAfter: settled,
  }

  /** The open round is completed, and no further one begins. */
  const stop: Flow<Subject> = {
    ...open,
    role: 'manager',
    run: (server, { grant }, headers, by) =>
      over(server, by, 'console').post(`/staff/free-rounds/${grant}/stop`, { reason: 'A mistake' }, headers),
    async record(subject) {
      const entries = await world.db.kysely
        .selectFrom('staff.audit_entry')
        .select('action')
        .where('subject', '=', subject.grant)
        .where('action', '=', 'free-rounds.stop')
        .execute()
      return { ...(await record(subject)), audit: entries.length }
    },
    after: cash(10_000n),
    recordBefore: { ...placed, audit: 0 },
    recordAfter: { ...placed, ended: 'stopped', audit: 1 },
    async alsoAfter(subject) {
      const further = { ...bet(subject), txId: `${subject.round}-more`, roundId: `${subject.round}-more` }
      expect((await dhowCallHere(world, 'bet', further)).json.code).toBe('free_rounds_over')
    },
  }

  /** Free rounds of another provider, which has them and plays them by itself. */
  async function keptGrant(): Promise<Subject> {
    const player = await world.player({ balance: '100.00' })
    const grant = `frg_kept_${player.id.slice(4)}`
    const { kysely } = world.db
    await sql`
      insert into catalog.game (id, slug, code, provider_code, name, categories, tile, demo, markets, enabled, position)
      values ('game_kept', 'kept', 'kept', 'turbo', 'Kept', '{}', '/tiles/dhow.svg', false, '{NA}', true, 9000) on conflict do nothing`.execute(
      kysely,
    )
    await sql`
      insert into gateway.game_session (id, provider_code, player_id, game_id, currency, launch_expires_at, opened_at)
      values (${`gs_kept_${player.id.slice(4)}`}, 'turbo', ${player.id}, 'game_kept', 'NAD', now(), now())`.execute(
      kysely,
    )
    await sql`
      insert into gateway.free_round_grant (id, player_id, provider_code, game_id, currency, rounds, stake_minor, max_win_minor, expires_at, source, reason,
        granted_by, granted_at, at_provider, provider_ref)
      values (${grant}, ${player.id}, 'turbo', 'game_kept', 'NAD', 3, 200, 500, now() + interval '1 day', 'operator', 'test', ${setup.manager.id}, now(), 'given', ${grant})`.execute(
      kysely,
    )
    return { playerId: player.id, session: '', grant, round: `free:${grant}` }
  }

  /** More was won than the grant pays. */
  const paySum: Flow<Subject> = {
    ...known,
    prepare: keptGrant,
    run(server, { grant }, headers) {
      const text = JSON.stringify({ issue_id: grant, status: 'played', total_amount: 90_000 })
      const sign = createHmac('sha256', sandboxKey).update(text).digest('hex')
      const nobody = { cookies: new Map<string, string>(), token: () => undefined }
      const path = '/gateway/softswiss/turbo/freespins'
      return over(server, nobody).post(path, text, { 'x-request-sign': sign, ...headers })
    },
    after: cash(10_500n),
    recordBefore: nothing,
    recordAfter: { round: [0n, 600n, 500n, 0], used: 3, open: 0n, won: 500n, ended: null },
  }

  return {
    'the sum of free rounds that a provider kept': paySum,
    'a free bet': placeBet,
    'the last free round, with the largest win': playLast,
    'the settlement of a free bet': settleBet,
    'the rollback of a free bet': rollBackBet,
    'the end of a free round': endRound,
    'the stop of free rounds': stop,
  }
}
