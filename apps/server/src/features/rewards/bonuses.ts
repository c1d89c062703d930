import { formatDecimal } from '@dhow/contract/money'
import type { Market } from '@dhow/contract/shapes'
import { textOf } from '@dhow/contract/player-texts'
import { afterCommit, type Db, type Tx } from '../../platform/db/index.ts'
import type { PlayerSession } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { paymentsIn, weekBefore, type Limits } from '../limits/index.ts'
import type { Wallet } from '../wallet/index.ts'
import { bonusReply, claimWithinDays, givenMinor, isOpen, orderOfFunds, termsReply } from './bonus-terms.ts'
import {
  bonusesDue,
  bonusesOf,
  changeActive,
  deviceOf,
  lastTransferOf,
  lockAccounts,
  lockBonusOf,
  lockBonusesOf,
  lostBetween,
  openRules,
} from './bonus-store.ts'
import type { BonusRow, BonusRuleRow } from './tables.ts'
import type { RewardChecks } from './reward-checks.ts'
import { countedStakes, wageringSentences } from './wagering.ts'

const dayMs = 86_400_000
const atOnce = 200

/** Whether a rule gives something for what the player did, and for what. */
type Entitlement =
  | { state: 'claimable'; amountMinor: bigint; cause: string }
  | { state: 'needs_deposit' | 'needs_play' | 'taken' | 'past' }

const whyNot = {
  taken: 'bonus_taken',
  needs_deposit: 'bonus_needs_deposit',
  needs_play: 'bonus_unavailable',
  past: 'bonus_unavailable',
} as const

/**
 * Bonuses: money on the player's bonus account, locked until cash of so many times its amount was staked in settled rounds. Then it becomes
 * cash; until then it can be given back, and past its time it goes back by itself. Each end is one posting under one key, so a bonus ends
 * once whoever ends it.
 */
export function openBonuses(
  platform: Platform,
  { wallet, limits, checks }: { wallet: Wallet; limits: Limits; checks: RewardChecks },
) {
  const { db, clock, id, live, log } = platform

  /** Amount that a rule would give now by the ledger. */
  async function entitlement(reader: Db, rule: BonusRuleRow, session: PlayerSession): Promise<Entitlement> {
    const { playerId, currency } = session
    const taken = await reader
      .selectFrom('rewards.bonus')
      .select(['cause', 'kind'])
      .where('player_id', '=', playerId)
      .execute()
    const isTaken = (cause: string) => taken.some((row) => row.cause === cause)
    if (rule.kind === 'cashback') {
      const week = weekBefore(currency, clock.now())
      const cause = `week:${week.from.toISOString().slice(0, 13)}`
      if (isTaken(cause)) return { state: 'taken' }
      const amountMinor = givenMinor(rule, await lostBetween(reader, playerId, week.from, week.until))
      return amountMinor > 0n ? { state: 'claimable', amountMinor, cause } : { state: 'needs_play' }
    }
    if (rule.kind === 'welcome' && taken.some((row) => row.kind === 'welcome')) return { state: 'taken' }
    const [first, ...later] = await paymentsIn(reader, playerId)
    const since = new Date(Math.max(clock.now().getTime() - claimWithinDays * dayMs, rule.created_at.getTime()))
    const fitting = (rule.kind === 'welcome' ? (first ? [first] : []) : later.toReversed()).filter(
      (payment) => payment.at >= since && payment.amountMinor >= rule.min_deposit_minor,
    )
    const payment = fitting.find((candidate) => !isTaken(`deposit:${candidate.postingId}`))
    // A first deposit that was too small, too long ago or before the rule does not come again.
    if (!payment && rule.kind === 'welcome' && first) return { state: 'past' }
    if (!payment) return { state: fitting.length > 0 ? 'taken' : 'needs_deposit' }
    const amountMinor = givenMinor(rule, payment.amountMinor)
    if (amountMinor === 0n) return { state: 'needs_deposit' }
    return { state: 'claimable', amountMinor, cause: `deposit:${payment.postingId}` }
  }

  async function findRule(reader: Db, ruleId: string): Promise<BonusRuleRow> {
    const rule = await reader.selectFrom('rewards.bonus_rule').selectAll().where('id', '=', ruleId).executeTakeFirst()
    if (!rule) throw new Refusal('not_found')
    return rule
  }

  /** Ends a running bonus with its one posting: to the player's cash, or back to the house. */
  async function end(
    tx: Tx,
    row: BonusRow,
    state: 'completed' | 'cancelled' | 'expired',
    post: Wallet['post'] = wallet.post,
  ): Promise<BonusRow> {
    const now = clock.now()
    const ended = await changeActive(tx, row.id, { state, ended_at: now })
    if (!ended) throw new Refusal('bonus_ended')
    const isCash = state === 'completed'
    await post(tx, {
      key: `bonus:${row.id}:end`,
      reason: isCash ? 'bonus-converted' : `bonus-${state}`,
      playerId: row.player_id,
      currency: row.currency,
      happenedAt: now,
      lines: [
        {
          debit: { player: 'bonus' },
          credit: isCash ? { player: 'cash' } : { house: 'bonus_cost', ref: 'bonus' },
          amountMinor: row.amount_minor,
        },
      ],
    })
    const text = textOf(`bonus_${state}`, { amount: formatDecimal(row.amount_minor), currency: row.currency })
    afterCommit(tx, () => live.publish(row.player_id, { type: 'notice', text }))
    return ended
  }

  /** Counts what was staked since the last look and ends the bonus where it is done or out of time. */
  async function settle(tx: Tx, row: BonusRow): Promise<BonusRow> {
    const { countedMinor, last } = await countedStakes(tx, row.player_id, row.counted_to, clock.now())
    let current = row
    if (last !== null) {
      const wagered_minor = row.wagered_minor + countedMinor
      current = (await changeActive(tx, row.id, { wagered_minor, counted_to: last })) ?? row
    }
    if (current.wagered_minor >= current.required_minor) return end(tx, current, 'completed')
    return current.expires_at <= clock.now() ? end(tx, current, 'expired') : current
  }

  const lockBonus = (tx: Tx, bonusId: string, options: { skipLocked?: boolean } = {}) => {
    const query = tx.selectFrom('rewards.bonus').selectAll().where('id', '=', bonusId).forUpdate()
    return (options.skipLocked ? query.skipLocked() : query).executeTakeFirst()
  }

  return {
    /** Public offers of a market. */
    async offers(market: Market) {
      const counting = await wageringSentences(db.kysely)
      return (await openRules(db.kysely, market, clock.now())).map((rule) => termsReply(rule, counting))
    },

    /** A player's bonuses with wagering up to this moment, and what each offer would give them. */
    async read(session: PlayerSession) {
      const { playerId, currency, market } = session
      const rows = await bonusesOf(db.kysely, playerId)
      const running = rows.find((row) => row.state === 'active')
      if (running) {
        // Include stakes that the job has not counted yet.
        const { countedMinor } = await countedStakes(db.kysely, playerId, running.counted_to, clock.now())
        running.wagered_minor += countedMinor
      }
      const offers = []
      const counting = await wageringSentences(db.kysely)
      for (const rule of await openRules(db.kysely, market, clock.now())) {
        if (rule.kind === 'referral') continue
        const due = await entitlement(db.kysely, rule, session)
        if (due.state === 'past') continue
        const checked = due.state === 'claimable' ? await checks.stateOf(db.kysely, playerId, due.cause) : undefined
        offers.push({
          ...termsReply(rule, counting),
          state:
            checked === 'waiting'
              ? ('being_checked' as const)
              : checked === 'refused'
                ? ('refused' as const)
                : due.state === 'claimable' && running
                  ? ('bonus_running' as const)
                  : due.state,
          amount: due.state === 'claimable' ? formatDecimal(due.amountMinor) : null,
        })
      }
      const balance = await wallet.balance(db.kysely, playerId)
      return {
        currency,
        balance: formatDecimal(balance?.bonusMinor ?? 0n),
        order_of_funds: orderOfFunds,
        offers,
        bonuses: rows.map(bonusReply),
      }
    },

    /**
     * Gives the player what a rule entitles them to. A repeat while the bonus of that rule runs answers it again.
     * @throws Refusal `not_found`, `bonus_unavailable`, `bonus_running`, `bonus_taken`, `bonus_needs_deposit`, `bonus_checked`, `bonus_refused`, and the ledger's
     */
    async claim(session: PlayerSession, ruleId: string) {
      const { playerId, currency, market } = session
      try {
        const claimed = await db.transaction(async (tx) => {
          const rule = await findRule(tx, ruleId)
          if (rule.kind === 'referral' || rule.market !== market) throw new Refusal('not_found')
          await lockBonusesOf(tx, playerId)
          const running = (await bonusesOf(tx, playerId)).find((row) => row.state === 'active')
          if (running?.rule_id === ruleId) return bonusReply(running)
          if (!isOpen(rule, clock.now()) || (await limits.restriction(playerId, 'bonus', tx)))
            throw new Refusal('bonus_unavailable')
          if (running) throw new Refusal('bonus_running')
          const due = await entitlement(tx, rule, session)
          if (due.state !== 'claimable') throw new Refusal(whyNot[due.state])
          const checked = await checks.check(tx, {
            kind: rule.kind,
            playerId,
            accountId: playerId,
            subject: due.cause,
            currency,
            amountMinor: due.amountMinor,
          })
          // Committed first, so that a person sees it.
          if (checked !== 'given') return checked
          const now = clock.now()
          const bonusId = id('bon')
          await wallet.post(tx, {
            key: `bonus:${bonusId}:grant`,
            reason: 'bonus-granted',
            // Credited once whatever the key: the same deposit, the same week.
            reference: `bonus:${playerId}:${due.cause}`,
            playerId,
            currency,
            happenedAt: now,
            lines: [
              {
                debit: { house: 'bonus_cost', ref: 'bonus' },
                credit: { player: 'bonus' },
                amountMinor: due.amountMinor,
              },
            ],
          })
          const row: BonusRow = {
            id: bonusId,
            rule_id: rule.id,
            kind: rule.kind,
            player_id: playerId,
            currency,
            amount_minor: due.amountMinor,
            required_minor: due.amountMinor * BigInt(rule.wager_times),
            wagered_minor: 0n,
            counted_to: await lastTransferOf(tx, playerId),
            state: 'active',
            cause: due.cause,
            device_id: await deviceOf(tx, session.sessionId),
            granted_at: now,
            expires_at: new Date(now.getTime() + rule.valid_days * dayMs),
            ended_at: null,
            taken_back_at: null,
          }
          await tx.insertInto('rewards.bonus').values(row).execute()
          const standing = row.required_minor === 0n ? await end(tx, row, 'completed') : row
          return bonusReply({ ...standing, title: rule.title })
        })
        if (claimed === 'waiting') throw new Refusal('bonus_checked')
        if (claimed === 'refused') throw new Refusal('bonus_refused')
        return claimed
      } catch (error) {
        // Another account of the same device has had its welcome.
        if ((error as { constraint?: string }).constraint === 'bonus_welcome_device') throw new Refusal('bonus_taken')
        throw error
      }
    },

    /**
     * Gives a running bonus back; where its wagering is done already, it becomes cash instead.
     * @throws Refusal `not_found`, `bonus_ended`
     */
    async cancel(session: PlayerSession, bonusId: string) {
      return db.transaction(async (tx) => {
        const row = await lockBonus(tx, bonusId)
        if (!row || row.player_id !== session.playerId) throw new Refusal('not_found')
        if (row.state !== 'active') throw new Refusal('bonus_ended')
        const settled = await settle(tx, row)
        const ended = settled.state === 'active' ? await end(tx, settled, 'cancelled') : settled
        const { title } = await findRule(tx, row.rule_id)
        return bonusReply({ ...ended, title })
      })
    },

    /** Locks the bonus that was given for a deposit, before anything locks its player's accounts. */
    lock: (tx: Tx, { playerId, postingId }: { playerId: string; postingId: bigint }) =>
      lockBonusOf(tx, playerId, `deposit:${postingId}`),

    /**
     * The deposit that a bonus was given for was taken back: a running one goes back whatever was wagered; one that became cash is taken
     * from the cash as far as it goes, and the rest stands as what the player owes.
     */
    async takeBack(tx: Tx, { playerId, postingId }: { playerId: string; postingId: bigint }): Promise<void> {
      const row = await lockBonusOf(tx, playerId, `deposit:${postingId}`)
      if (row?.state === 'active') {
        await end(tx, row, 'cancelled', wallet.correct)
        return
      }
      if (row?.state !== 'completed') return
      await lockAccounts(tx, playerId)
      const { cashMinor } = (await wallet.balance(tx, playerId))!
      const takenMinor = cashMinor < row.amount_minor ? cashMinor : row.amount_minor
      const owedMinor = row.amount_minor - takenMinor
      const house = { house: 'bonus_cost', ref: 'bonus' } as const
      const now = clock.now()
      await wallet.correct(tx, {
        key: `bonus:${row.id}:back`,
        reason: 'bonus-taken-back',
        playerId,
        currency: row.currency,
        happenedAt: now,
        lines: [
          ...(takenMinor > 0n ? [{ debit: { player: 'cash' } as const, credit: house, amountMinor: takenMinor }] : []),
          ...(owedMinor > 0n
            ? [{ debit: { house: 'player_debt', ref: playerId } as const, credit: house, amountMinor: owedMinor }]
            : []),
        ],
      })
      await tx.updateTable('rewards.bonus').set({ taken_back_at: now }).where('id', '=', row.id).execute()
      const text = textOf('bonus_reversed', { amount: formatDecimal(row.amount_minor), currency: row.currency })
      afterCommit(tx, () => live.publish(playerId, { type: 'notice', text }))
    },

    /** Counts stakes and ends what is done or out of time; several servers share the work. Answers how many were looked at. */
    async settleDue(): Promise<number> {
      const due = await bonusesDue(db.kysely, clock.now(), atOnce)
      for (const bonusId of due) {
        try {
          await db.transaction(async (tx) => {
            const row = await lockBonus(tx, bonusId, { skipLocked: true })
            if (row?.state === 'active') await settle(tx, row)
          })
        } catch (error) {
          // A frozen account or a full one keeps its bonus for now; the others go on.
          if (!(error instanceof Refusal)) throw error
          log.warn({ bonusId, code: error.code }, 'a bonus could not be settled yet')
        }
      }
      return due.length
    },
  }
}
