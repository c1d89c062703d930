import { inEnglish } from '../../platform/texts.ts'
import type { StoppedStep } from '@dhow/contract/withdrawal-review'
import type { Db, Tx } from '../../platform/db/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import { markets } from '../portal/index.ts'
import { reasonsAgainst, stopsFor, type GateFacts, type GateStep, type Reason } from './gate-rules.ts'
import type { WithdrawalParts } from './index.ts'
import { tiers, type WithdrawalState } from './rules.ts'
import { findWithdrawal } from './store.ts'
import type { WithdrawalRow } from './tables.ts'

export type Gate = ReturnType<typeof openGate>

export interface PlayerRef {
  player_id: string
  /** Without one: what stands against the player's withdrawals in general. */
  payout_account_id?: string | undefined
}

/** The steps that come next for a withdrawal, by its state; those of the payout service only for what it has. */
const nextSteps: Partial<Record<WithdrawalState, readonly StoppedStep[]>> = {
  requested: ['approve'],
  awaiting_second_approval: ['approve'],
  approved: ['batch', 'order', 'mark-paid'],
  batched: ['send-batch'],
}

/**
 * Whether a player's money may go out. Each step of a withdrawal enters here, inside its transaction: the wallet is locked first, then the
 * withdrawal, so that freezing, suspending, reversing a deposit and every other step come before or after it, never between.
 */
export function openGate({ platform: { clock, db }, portal, accounts, wallet, limits }: WithdrawalParts) {
  /** Facts that decide about each of these, in as many queries as for one. */
  async function factsOf<Row extends PlayerRef>(reader: Db, rows: readonly Row[]): Promise<Map<Row, GateFacts>> {
    if (rows.length === 0) return new Map()
    const playerIds = [...new Set(rows.map((row) => row.player_id))]
    const accountIds = [...new Set(rows.flatMap((row) => row.payout_account_id ?? []))]
    const players = await accounts.findPlayers(playerIds, reader)
    const balances = await wallet.balances(reader, playerIds)
    const restrictions = await limits.restrictions(playerIds, 'withdraw', reader)
    const payoutAccounts =
      accountIds.length === 0
        ? []
        : await reader
            .selectFrom('withdrawals.payout_account')
            .select(['id', 'usable_from'])
            .where('id', 'in', accountIds)
            .execute()
    const now = clock.now()
    const { withdrawals, closed } = portal.settings()
    return new Map(
      rows.map((row) => {
        const player = players.get(row.player_id)!
        const balance = balances.get(row.player_id)
        const usableFrom = payoutAccounts.find((account) => account.id === row.payout_account_id)?.usable_from
        return [
          row,
          {
            areBooksBroken: portal.isMoneyOutStopped(),
            isMarketLegal: portal.paymentsOpen(player.market),
            isMarketOpen: withdrawals.open && closed.withdrawals[player.market] === undefined,
            isTierEnough: tiers.indexOf(player.tier) >= tiers.indexOf(withdrawals.tier),
            restrictions: restrictions.get(row.player_id) ?? new Set(),
            debtMinor: balance?.debtMinor ?? 0n,
            currency: markets[player.market].currency,
            restsUntil: usableFrom && usableFrom > now ? usableFrom : undefined,
          },
        ]
      }),
    )
  }

  /** The reasons against a step as things stand; ordered, empty where money may go out. */
  async function mayMoneyGoOut(reader: Db, step: GateStep, whose: PlayerRef): Promise<Reason[]> {
    return reasonsAgainst(step, (await factsOf(reader, [whose])).get(whose)!)
  }

  async function lockRows(tx: Tx, withdrawalIds: readonly string[]): Promise<WithdrawalRow[]> {
    if (withdrawalIds.length === 0) return []
    return (await tx
      .selectFrom('withdrawals.withdrawal')
      .selectAll()
      .where('id', 'in', withdrawalIds)
      .orderBy('id')
      .forUpdate()
      .execute()) as WithdrawalRow[]
  }

  return {
    mayMoneyGoOut,

    /**
     * Locks a withdrawal for a step and answers it, if the operator saw it as it stands and nothing is against the step.
     * @throws Refusal `not_found`, `withdrawal_state_changed`, and the reason's
     */
    async enter(
      tx: Tx,
      withdrawalId: string,
      step: GateStep | ((row: WithdrawalRow) => GateStep),
      version?: number,
    ): Promise<WithdrawalRow> {
      const seen = await findWithdrawal(tx, withdrawalId)
      if (!seen) throw new Refusal('not_found')
      await wallet.lock(tx, seen.player_id)
      const [row] = await lockRows(tx, [withdrawalId])
      if (!row) throw new Refusal('not_found')
      if (version !== undefined && row.version !== version) throw new Refusal('withdrawal_state_changed')
      const reasons = await mayMoneyGoOut(tx, typeof step === 'function' ? step(row) : step, row)
      if (reasons[0]) throw stopped(reasons)
      return row
    },

    /** The same for many, which are locked in one order: what may take the step, and what is kept back and why. */
    async enterAll(tx: Tx, step: GateStep, rows: readonly Pick<WithdrawalRow, 'id' | 'player_id'>[]) {
      await wallet.lock(tx, ...new Set(rows.map((row) => row.player_id)))
      const locked = await lockRows(
        tx,
        rows.map((row) => row.id),
      )
      const facts = await factsOf(tx, locked)
      const judged = locked.map((row) => ({ row, reasons: reasonsAgainst(step, facts.get(row)!) }))
      return {
        free: judged.filter(({ reasons }) => reasons.length === 0).map(({ row }) => row),
        held: judged.filter(({ reasons }) => reasons.length > 0),
      }
    },

    /** Why each of these is kept back now, with the steps that this stops. */
    async stopsOf(rows: readonly WithdrawalRow[]) {
      const facts = await factsOf(db.kysely, rows)
      return new Map(
        rows.map((row) => {
          const isRetried = row.by_service && (row.state === 'sent' || row.state === 'unknown')
          const steps = isRetried ? (['order'] as const) : (nextSteps[row.state] ?? [])
          return [row.id, stopsFor(steps, facts.get(row)!)]
        }),
      )
    },
  }
}

/** The refusal of a step that is stopped, in the words of whoever reads it. */
export function stopped(reasons: readonly Reason[], reader: 'operator' | 'player' = 'operator'): Refusal {
  if (reader === 'player') {
    const texts = reasons.map(({ code, playerText }) => ({ code, text: playerText }))
    return new Refusal(reasons[0]!.refusal, { data: { sentence: inEnglish(texts[0]!.text), reasons: texts } })
  }
  const texts = reasons.map(({ code, text }) => ({ code, text }))
  return new Refusal(reasons[0]!.refusal, {
    data: { sentence: texts.map(({ text }) => text).join(' '), reasons: texts },
  })
}
