import type { StaffTournament } from '@dhow/contract/tournament-desk'
import { operatorText } from '@dhow/contract/operator-texts'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { amountValue, factOf } from '../approvals/index.ts'
import { markets } from '../portal/index.ts'
import type { TournamentParts } from './parts.ts'
import { readForStaff } from './read-desk.ts'
import { lockTournament } from './store.ts'
import type { TournamentRow } from './tables.ts'
import { refuseGames, refuseTimes, totalOf } from './terms.ts'

declare module '../approvals/change-kinds.ts' {
  interface ChangeKinds {
    /** Version at the time of the proposal. */
    tournament: { tournamentId: string; version: number }
  }
}

export function registerStart(parts: TournamentParts) {
  const { approvals } = parts
  approvals.changes.register('tournament', {
    title: operatorText('money_action', { action: 'gift_create' }),
    needs: 'tournaments.manage',
    async apply(tx, by, { tournamentId, version }, { proposedBy }) {
      const row = await lockTournament(tx, tournamentId)
      if (row.state !== 'waiting' || version !== row.version) throw new Refusal('detail_changed')
      await approvals.decide(tx, by, { ...raiseOf(row), first: proposedBy })
      await goLive(parts, tx, row, by)
    },
  })
}

/** Prizes raise money: the same action as a gift envelope of their sum. */
const raiseOf = (row: TournamentRow) => ({
  action: 'gift_create' as const,
  subject: row.id,
  market: row.market,
  amountMinor: totalOf(row.prizes_minor),
})

/**
 * Publishes a draft for players to join, or proposes it to a second person.
 * @throws Refusal `not_found`, `tournament_state_changed`, `tournament_times`, `tournament_game_unknown`
 */
export async function startTournament(
  parts: TournamentParts,
  tournamentId: string,
  by: StaffSession,
): Promise<{ waits: boolean; tournament: StaffTournament }> {
  const waits = await parts.platform.db.transaction(async (tx) => {
    const row = await lockTournament(tx, tournamentId)
    if (row.state !== 'draft' && row.state !== 'waiting') throw new Refusal('tournament_state_changed')
    await refuseStale(parts, tx, row)
    const isNow = await parts.approvals.doOrPropose(tx, by, raiseOf(row), {
      kind: 'tournament',
      change: { tournamentId, version: row.version },
      reason: row.name,
      facts: [
        factOf('fact_title', row.name),
        factOf('fact_all_shares', amountValue(totalOf(row.prizes_minor), markets[row.market].currency)),
        factOf('fact_shares', String(row.prizes_minor.length)),
      ],
    })
    if (isNow) await goLive(parts, tx, row, by)
    else
      await tx.updateTable('tournaments.tournament').set({ state: 'waiting' }).where('id', '=', tournamentId).execute()
    return !isNow
  })
  return { waits, tournament: await readForStaff(parts, tournamentId) }
}

/** A draft may have waited past its own end, or its games may be gone. */
async function refuseStale({ platform: { clock } }: TournamentParts, tx: Tx, row: TournamentRow) {
  refuseTimes(row, clock.now())
  await refuseGames(tx, row.games, row.market)
}

async function goLive(parts: TournamentParts, tx: Tx, row: TournamentRow, by: StaffSession) {
  await refuseStale(parts, tx, row)
  const envelopeId = await parts.rewards.makePrizeEnvelope(tx, {
    ...{ title: row.name, market: row.market, by: by.operatorId },
    prizesMinor: row.prizes_minor.map(BigInt),
  })
  await tx
    .updateTable('tournaments.tournament')
    .set({ state: 'live', envelope_id: envelopeId })
    .where('id', '=', row.id)
    .execute()
  await parts.staff.audit(tx, {
    operatorId: by.operatorId,
    action: 'tournament.start',
    subject: row.id,
    text: `Started the tournament "${row.name}"`,
    before: null,
    after: { starts_at: row.starts_at, ends_at: row.ends_at, envelope: envelopeId },
  })
}
