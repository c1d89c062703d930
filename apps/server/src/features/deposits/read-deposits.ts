import type { StaffDeposit } from '@dhow/contract/deposit-review'
import type { Deposit, DepositDetail } from '@dhow/contract/deposits'
import { sql } from 'kysely'
import { formatDecimal } from '@dhow/contract/money'
import { textOf, type PlayerText } from '@dhow/contract/player-texts'
import type { HistoryQuery } from '@dhow/contract/shapes'
import { idsWithin, pageOf, period } from '../../platform/pages.ts'
import { payerReply } from '../wallet/index.ts'
import type { DepositParts } from './parts.ts'
import { methods } from './methods.ts'
import { openStates, statesOf, statusOf, waitingStates, type DepositState } from './rules.ts'
import { countsOf, findIds } from './queue-store.ts'
import { findWarnings } from './risk-flags.ts'
import { creditedMinorOf } from './store.ts'
import type { DepositRow } from './tables.ts'

const queuePage = 50

interface Waits {
  expectedMinutes: number
  expireAfterHours: number
}

const isOpen = ({ state }: { state: string }) => (openStates as readonly string[]).includes(state)

/** A deposit as its player sees it. */
export function depositReply(row: DepositRow, { expectedMinutes, expireAfterHours }: Waits): Deposit {
  const method = methods.find((candidate) => candidate.family === row.family)
  const isOpened = isOpen(row)
  return {
    id: row.id,
    family: row.family,
    method: method?.displayName ?? row.family,
    declared_amount: formatDecimal(row.declared_minor),
    credited_amount: row.credited_minor === null ? null : formatDecimal(row.credited_minor),
    currency: row.currency,
    utr: row.ref_norm,
    status: statusOf[row.state],
    state: row.state,
    reason: reasonOf(row),
    has_proof: row.proof !== null,
    submitted_at: row.submitted_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    // A deposit that waits for its player is not due; from the answer on the wait begins anew, as the time to expire does.
    expected_by:
      isOpened && row.state !== 'needs_info'
        ? new Date(row.expires_at.getTime() - expireAfterHours * 3_600_000 + expectedMinutes * 60_000).toISOString()
        : null,
  }
}

/** Why it did not end well or was reversed, or the question to the player. */
function reasonOf({ state, reason, question }: DepositRow): PlayerText | null {
  if (state === 'needs_info' && question !== null) return textOf('deposit_question', { question })
  if (reason === null) return null
  return textOf(state === 'reversed' ? 'deposit_reversed' : 'deposit_rejected', { reason })
}

export function openReader({ platform: { db, clock }, portal, accounts, wallet, creditGate }: DepositParts) {
  const expected = (): Waits => {
    const { expected_minutes, expire_after_hours } = portal.settings().deposits
    return { expectedMinutes: expected_minutes, expireAfterHours: expire_after_hours }
  }

  /** Deposits as the cashier sees them; a page of the queue is asked for every few seconds, so it takes as many queries as one row. */
  async function staffReplies(rows: DepositRow[]): Promise<StaffDeposit[]> {
    if (rows.length === 0) return []
    const idsOf = (column: 'id' | 'player_id') => [...new Set(rows.map((row) => row[column]))]
    const players = await accounts.findPlayers(idsOf('player_id'))
    const held = await creditGate.holdsOf(rows.filter(isOpen))
    const balances = await wallet.balances(db.kysely, idsOf('player_id'))
    const warnings = await findWarnings(db.kysely, idsOf('id'))
    const proofs = await db.kysely
      .selectFrom('deposits.proof')
      .select((eb) => ['deposit_id', eb.fn.countAll<bigint>().as('count')])
      .where('deposit_id', 'in', idsOf('id'))
      .groupBy('deposit_id')
      .execute()
    const details = await db.kysely.selectFrom('deposits.payment_detail').select(['id', 'name']).execute()
    const operators = await db.kysely.selectFrom('staff.operator_card').select(['id', 'name']).execute()
    const nameOf = (operatorId: string | null) => operators.find((operator) => operator.id === operatorId)?.name ?? null
    const now = clock.now()
    return rows.map((row) => {
      const player = players.get(row.player_id)!
      const detail = details.find((candidate) => candidate.id === row.detail_id)
      const claimed = row.claim_expires_at !== null && row.claim_expires_at > now
      return {
        ...depositReply(row, expected()),
        held: held.get(row.id) ?? [],
        player: payerReply(player, balances.get(row.player_id)),
        rail: row.rail,
        deposit_code: player.deposit_code,
        paid_to: `${detail?.name ?? 'Removed'} (${row.detail_id})`,
        claimed_by: claimed ? nameOf(row.claimed_by) : null,
        claim_expires_at: claimed ? row.claim_expires_at!.toISOString() : null,
        first_approver: row.state === 'awaiting_second_approval' ? nameOf(row.first_approver) : null,
        age_s: Math.max(0, Math.floor((now.getTime() - row.submitted_at.getTime()) / 1_000)),
        version: row.version,
        question: row.question && {
          code: row.question,
          text: textOf('deposit_question', { question: row.question }),
          note: row.question_note,
        },
        answer: row.answer,
        proof: row.proof,
        proofs: Number(proofs.find((proof) => proof.deposit_id === row.id)?.count ?? 0),
        warnings: warnings
          .filter((warning) => warning.deposit_id === row.id)
          .map(({ code, grade, text, other_id: otherId }) => ({
            code,
            grade,
            text,
            deposit_id: otherId.startsWith('dep_') ? otherId : null,
          })),
      }
    })
  }

  return {
    reply: (row: DepositRow) => depositReply(row, expected()),

    /** The same with what its player can do about it; the timeline is the caller's to add. */
    ownReply: (row: DepositRow): Omit<DepositDetail, 'timeline' | 'choice'> => ({
      ...depositReply(row, expected()),
      receipt: row.posting_id === null ? null : `DHOW-${row.posting_id}`,
      question:
        row.state === 'needs_info' && row.question !== null
          ? {
              code: row.question,
              text: textOf('deposit_question', { question: row.question }),
              note: row.question_note,
              asked_at: row.asked_at!.toISOString(),
              answer_by: row.expires_at.toISOString(),
            }
          : null,
      can_cancel: row.state === 'submitted',
      continue_url: null,
    }),

    /** A player's deposits, newest first, with the period's totals. */
    async history(playerId: string, query: HistoryQuery, family?: string) {
      const limit = query.limit ?? 20
      const { from, until } = period(query)
      let filtered = db.kysely.selectFrom('deposits.deposit').where('player_id', '=', playerId)
      if (family !== undefined) filtered = filtered.where('family', '=', family as never)
      if (query.state !== undefined)
        filtered = filtered.where(
          'state',
          'in',
          statesOf(query.state).length > 0 ? statesOf(query.state) : ['' as DepositState],
        )
      const { first, end } = idsWithin('dep', { from, until })
      if (from && first) filtered = filtered.where('submitted_at', '>=', from).where('id', '>=', first)
      if (until && end) filtered = filtered.where('submitted_at', '<', until).where('id', '<', end)
      const counts = query.state === undefined || statesOf(query.state).includes('approved')
      const families = family === undefined ? methods.map((method) => method.family) : [family]
      const creditedMinor = counts ? await creditedMinorOf(db.kysely, playerId, families, query) : 0n
      let paged = filtered
        .selectAll()
        .orderBy('id', 'desc')
        .limit(limit + 1)
      if (query.cursor !== undefined) paged = paged.where('id', '<', query.cursor)
      const { rows, nextCursor } = pageOf((await paged.execute()) as DepositRow[], limit)
      const sum = formatDecimal(creditedMinor)
      return {
        data: rows.map((row) => depositReply(row, expected())),
        next_cursor: nextCursor,
        totals: { in: sum, out: '0.00', net: sum },
      }
    },

    /** The cashiers' queue: what waits oldest first, what is decided or searched for newest first. */
    async queue(query: { state?: string | undefined; q?: string | undefined; cursor?: string | undefined }) {
      const counts = await countsOf(db.kysely, new Date(clock.now().getTime() - 86_400_000))
      const states = !query.state || query.state === 'open' ? waitingStates : statesOf(query.state)
      let listed = db.kysely.selectFrom('deposits.deposit').selectAll()
      if (query.q) {
        const ids = await findIds(db.kysely, query.q, query.cursor, queuePage + 1)
        listed = listed.where('id', 'in', ids.length > 0 ? ids : [''])
      } else {
        // Written out, so that the index over what is open is known to hold them.
        const some = sql.join(states.map((state) => sql.lit(state)))
        listed = listed.where(states.length > 0 ? sql<boolean>`state in (${some})` : sql<boolean>`false`)
      }
      const oldestFirst = !query.q && states.every((state) => (openStates as readonly string[]).includes(state))
      if (query.cursor && !query.q) listed = listed.where('id', oldestFirst ? '>' : '<', query.cursor)
      const { rows, nextCursor } = pageOf(
        (await listed
          .orderBy('id', oldestFirst ? 'asc' : 'desc')
          .limit(queuePage + 1)
          .execute()) as DepositRow[],
        queuePage,
      )
      return { deposits: await staffReplies(rows), next_cursor: nextCursor, counts }
    },

    /** A deposit as the cashier sees it. */
    staffReply: async (row: DepositRow): Promise<StaffDeposit> => (await staffReplies([row]))[0]!,
  }
}
