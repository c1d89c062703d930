import { sql } from 'kysely'
import type { HeldWin } from '@dhow/contract/held-wins'
import { formatDecimal, formatMoney } from '@dhow/contract/money'
import { moneyActs } from '@dhow/contract/money-acts'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { pageOf } from '../../platform/pages.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Approvals } from '../approvals/index.ts'
import type { Messages } from '../messages/index.ts'
import type { Staff } from '../staff/index.ts'
import type { Wallet } from '../wallet/index.ts'
import { winHoldKey } from './hold-win.ts'
import type { HeldWinRow } from './tables.ts'

export interface Decision {
  winId: string
  outcome: 'paid' | 'refused'
  version: number
}

declare module '../approvals/index.ts' {
  interface ChangeKinds {
    held_win: Decision
  }
}

const pageSize = 50

/** Decisions of operators about held wins. Each decision is one transaction: the money, the round, the row and the audit entry. */
export function openHeldWins({
  platform: { db, clock },
  wallet,
  audit,
  approvals,
  messages,
}: {
  platform: Platform
  wallet: Wallet
  audit: Staff['audit']
  approvals: Approvals
  messages: Messages
}) {
  async function locked(tx: Tx, { winId, version }: Pick<Decision, 'winId' | 'version'>): Promise<HeldWinRow> {
    const row = await tx
      .selectFrom('gateway.held_win')
      .selectAll()
      .where('id', '=', winId)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw new Refusal('not_found')
    if (row.state !== 'held' || row.version !== version) throw new Refusal('held_win_decided')
    return row as HeldWinRow
  }

  /** Carries a decision out. @throws Refusal `not_found`, `held_win_decided` */
  async function decide(tx: Tx, by: StaffSession, decision: Decision, reason: string) {
    const row = await locked(tx, decision)
    const now = clock.now()
    const holdKey = winHoldKey(row.provider_code, row.tx_id)
    const end = { key: `${holdKey}:${decision.outcome}`, holdKey, happenedAt: now }
    if (decision.outcome === 'paid') await wallet.release(tx, { ...end, reason: 'win-paid' })
    else {
      const house = { house: 'gaming_result', ref: row.provider_code } as const
      await wallet.settle(tx, {
        ...end,
        reason: 'win-refused',
        to: [{ credit: house, amountMinor: row.held_minor }],
      })
      await takeOffRound(tx, row)
    }
    await tx
      .updateTable('gateway.held_win')
      .set({
        state: decision.outcome,
        decided_at: now,
        decided_by: by.operatorId,
        reason,
        version: row.version + 1,
      })
      .where('id', '=', row.id)
      .execute()
    await audit(tx, {
      operatorId: by.operatorId,
      action: decision.outcome === 'paid' ? 'held-win.pay' : 'held-win.refuse',
      subject: row.id,
      text: `${decision.outcome === 'paid' ? 'Paid' : 'Refused'} the win of ${formatMoney(row.held_minor, row.currency)}: ${reason}`,
      before: { state: 'held' },
      after: { state: decision.outcome },
    })
    await messages.send(tx, {
      key: `${row.id}:${decision.outcome}`,
      playerId: row.player_id,
      kind: decision.outcome === 'paid' ? 'win_paid' : 'win_refused',
      params: { amount: formatDecimal(row.held_minor), currency: row.currency },
      about: null,
    })
  }

  const actOf = (row: HeldWinRow) => ({
    act: 'win_release' as const,
    subject: row.id,
    market: row.currency === 'INR' ? ('IN' as const) : ('NA' as const),
    amountMinor: row.held_minor,
    playerId: row.player_id,
  })

  approvals.changes.register('held_win', {
    title: moneyActs.win_release.title,
    roles: ['manager', 'admin'],
    async apply(tx, by, change, { reason, proposedBy }) {
      await approvals.decide(tx, by, { ...actOf(await locked(tx, change)), first: proposedBy })
      await decide(tx, by, change, reason)
    },
  })

  return {
    async list(query: { state?: 'held' | 'decided' | undefined; cursor?: string | undefined }) {
      const isHeld = query.state !== 'decided'
      let listed = db.kysely
        .selectFrom('gateway.held_win as win')
        .innerJoin('accounts.player_card', 'accounts.player_card.id', 'win.player_id')
        .leftJoin('catalog.games', 'catalog.games.id', 'win.game_id')
        .leftJoin('staff.operator_card', 'staff.operator_card.id', 'win.decided_by')
        .selectAll('win')
        .select([
          'accounts.player_card.player_name',
          'catalog.games.name as game_name',
          'staff.operator_card.name as operator',
        ])
        .select((eb) =>
          eb
            .exists(
              eb
                .selectFrom('approvals.open_changes as waiting')
                .select('waiting.id')
                .where('waiting.kind', '=', 'held_win')
                .whereRef('waiting.subject', '=', 'win.id')
                .where('waiting.until', '>', clock.now()),
            )
            .as('waits'),
        )
        .where('win.state', isHeld ? '=' : '<>', 'held')
        .orderBy('win.id', isHeld ? 'asc' : 'desc')
        .limit(pageSize + 1)
      if (query.cursor) listed = listed.where('win.id', isHeld ? '>' : '<', query.cursor)
      const { rows, nextCursor } = pageOf(await listed.execute(), pageSize)
      return { wins: rows.map(winReply), next_cursor: nextCursor }
    },

    /** How many wins wait for a check, by provider. */
    async waiting(): Promise<Map<string, number>> {
      const rows = await db.kysely
        .selectFrom('gateway.held_win')
        .select((eb) => ['provider_code', eb.fn.countAll<bigint>().as('count')])
        .where('state', '=', 'held')
        .groupBy('provider_code')
        .execute()
      return new Map(rows.map((row) => [row.provider_code, Number(row.count)]))
    },

    /**
     * Pays or refuses a held win; where it needs two operators it waits for a second one, and `true` says so.
     * @throws Refusal `not_found`, `held_win_decided`, `change_waits`
     */
    decide(by: StaffSession, decision: Decision, reason: string): Promise<boolean> {
      return db.transaction(async (tx) => {
        const row = await locked(tx, decision)
        const isNow = await approvals.doOrPropose(tx, by, actOf(row), {
          kind: 'held_win',
          change: decision,
          reason,
          facts: [
            { label: 'Decision', before: null, after: decision.outcome === 'paid' ? 'Pay' : 'Refuse' },
            { label: 'Provider', before: null, after: row.provider_code },
            { label: 'Round', before: null, after: row.round_id },
            { label: 'Stake', before: null, after: formatMoney(row.stake_minor, row.currency) },
            { label: 'Win', before: null, after: formatMoney(row.win_minor, row.currency) },
          ],
        })
        if (isNow) await decide(tx, by, decision, reason)
        return !isNow
      })
    },
  }
}

/** A refused win is taken off its round and off the day that the round began on. */
async function takeOffRound(tx: Tx, row: HeldWinRow) {
  await tx
    .updateTable('gateway.game_transaction')
    .set({ refused_minor: row.held_minor })
    .where('provider_code', '=', row.provider_code)
    .where('tx_id', '=', row.tx_id)
    .execute()
  const round = await tx
    .updateTable('gateway.game_round')
    .set((eb) => ({ payout_minor: eb('payout_minor', '-', row.held_minor) }))
    .where('player_id', '=', row.player_id)
    .where('provider_code', '=', row.provider_code)
    .where('round_id', '=', row.round_id)
    .returning('started_at')
    .executeTakeFirstOrThrow()
  await sql`
    update gateway.round_day set won_minor = won_minor - ${row.held_minor}
    where player_id = ${row.player_id} and day_utc = (${round.started_at}::timestamptz at time zone 'UTC')::date`.execute(
    tx,
  )
}

type ListedRow = HeldWinRow & {
  player_name: string
  game_name: string | null
  operator: string | null
  waits: unknown
}

function winReply(row: ListedRow): HeldWin {
  const hundredths = row.stake_minor === 0n ? null : (row.win_minor * 100n) / row.stake_minor
  return {
    id: row.id,
    state: row.state,
    provider: row.provider_code,
    game: row.game_name ?? row.game_id,
    round_id: row.round_id,
    player_id: row.player_id,
    player_name: row.player_name,
    currency: row.currency,
    stake: formatDecimal(row.stake_minor),
    win: formatDecimal(row.win_minor),
    held: formatDecimal(row.held_minor),
    multiple: hundredths === null ? null : formatDecimal(hundredths),
    ceilings: row.ceilings as HeldWin['ceilings'],
    held_at: row.held_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    decided_by: row.operator,
    reason: row.reason,
    waits: Boolean(row.waits),
    version: row.version,
  }
}
