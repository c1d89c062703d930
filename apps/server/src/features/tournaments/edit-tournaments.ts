import type { BodyOf } from '@dhow/contract/operation'
import type {
  changeTournament as contractOfChange,
  StaffTournament,
  tournamentLiability,
  TournamentTerms,
} from '@dhow/contract/tournament-desk'
import { formatDecimal } from '@dhow/contract/money'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { TournamentParts } from './parts.ts'
import { readForStaff } from './read-desk.ts'
import { lockTournament } from './store.ts'
import { columnsOf, prizesOf } from './terms.ts'

/** Writes a draft, which is hidden from players. @throws Refusal of the terms */
export async function addTournament(
  parts: TournamentParts,
  terms: TournamentTerms,
  by: StaffSession,
): Promise<StaffTournament> {
  const { db, id, clock } = parts.platform
  const row = {
    id: id('trn'),
    ...(await columnsOf(db.kysely, terms, clock.now())),
    ...{ state: 'draft' as const, envelope_id: null, reason: null, claim_until: null, counted_to: null },
    created_by: by.operatorId,
    created_at: clock.now(),
  }
  await db.transaction(async (tx) => {
    await tx.insertInto('tournaments.tournament').values(row).execute()
    await parts.staff.audit(tx, {
      operatorId: by.operatorId,
      action: 'tournament.create',
      subject: row.id,
      text: `Wrote the tournament "${terms.name}"`,
      before: null,
      after: terms,
    })
  })
  return readForStaff(parts, row.id)
}

/**
 * Rewrites a draft. One that waits for a second person becomes a draft again: that person would confirm something else.
 * @throws Refusal `not_found`, `tournament_state_changed`, `tournament_changed`, and those of the terms
 */
export async function changeTournament(
  parts: TournamentParts,
  tournamentId: string,
  { version, ...terms }: BodyOf<typeof contractOfChange>,
  by: StaffSession,
): Promise<StaffTournament> {
  const { db, clock } = parts.platform
  await db.transaction(async (tx) => {
    const row = await lockTournament(tx, tournamentId)
    if (row.state !== 'draft' && row.state !== 'waiting') throw new Refusal('tournament_state_changed')
    if (row.version !== version) throw new Refusal('tournament_changed')
    await tx
      .updateTable('tournaments.tournament')
      .set({ ...(await columnsOf(tx, terms, clock.now())), state: 'draft', version: version + 1 })
      .where('id', '=', tournamentId)
      .execute()
    await parts.staff.audit(tx, {
      operatorId: by.operatorId,
      action: 'tournament.change',
      subject: tournamentId,
      text: `Changed the draft of the tournament "${terms.name}"`,
      before: { name: row.name, prizes: row.prizes_minor.map((minor) => formatDecimal(BigInt(minor))) },
      after: terms,
    })
  })
  return readForStaff(parts, tournamentId)
}

/** Sum of prizes and the budget, before anything is saved. @throws Refusal `amount_invalid` */
export function readLiability({ rewards }: TournamentParts, asked: BodyOf<typeof tournamentLiability>) {
  const { totalMinor, budgetMinor } = prizesOf(asked)
  return {
    ...rewards.liability('gift_create', asked.market, totalMinor),
    budget: formatDecimal(budgetMinor),
    left: totalMinor > budgetMinor ? null : formatDecimal(budgetMinor - totalMinor),
  }
}
