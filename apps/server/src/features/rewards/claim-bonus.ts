import { formatDecimal } from '@dhow/contract/money'
import { brokenConstraint } from '@dhow/platform/error-code'
import type { Tx } from '../../platform/db/index.ts'
import type { PlayerSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { bonusReply, isOpen } from './bonus-terms.ts'
import { listBonuses, deviceOf, findLastTransferId, lockBonusesOf } from './bonus-store.ts'
import type { BonusRow } from './tables.ts'
import { enterClaim, noteRefused } from './claim-rules.ts'
import type { RewardParts } from './parts.ts'
import { checkReward } from './check-reward.ts'
import { entitlementOf, findRule } from './bonus-entitlement.ts'
import { endBonus } from './end-bonus.ts'

const dayMs = 86_400_000

const refusalByState = {
  taken: 'bonus_taken',
  needs_deposit: 'bonus_needs_deposit',
  needs_play: 'bonus_unavailable',
  past: 'bonus_unavailable',
} as const

/**
 * Gives the player the bonus of a rule. A repeat while it is active returns it again.
 * @throws Refusal `not_found`, `bonus_unavailable`, `bonus_running`, `bonus_taken`, `bonus_needs_deposit`,
 * `bonus_checked`, `bonus_refused`, `claim_refused`, and the ledger's
 */
export async function claimBonus(parts: RewardParts, session: PlayerSession, ruleId: string, ip: string) {
  const {
    platform: { db, clock, id },
    limits,
    wallet,
  } = parts
  const { playerId, currency, market } = session
  try {
    const claim = async (tx: Tx) => {
      const rule = await findRule(tx, ruleId)
      if (rule.kind === 'referral' || rule.market !== market) throw new Refusal('not_found')
      await lockBonusesOf(tx, playerId)
      const running = (await listBonuses(tx, playerId)).find((row) => row.state === 'active')
      if (running?.rule_id === ruleId) return bonusReply(running)
      if (!isOpen(rule, clock.now()) || (await limits.restriction(playerId, 'bonus', tx)))
        throw new Refusal('bonus_unavailable')
      if (running) throw new Refusal('bonus_running')
      const due = await entitlementOf(parts, tx, rule, session)
      if (due.state !== 'claimable') throw new Refusal(refusalByState[due.state])
      const checked = await checkReward(parts, tx, {
        kind: rule.kind,
        playerId,
        accountId: playerId,
        subject: due.cause,
        currency,
        amountMinor: due.amountMinor,
      })
      // Commit first, so that a person sees it.
      if (checked !== 'given') return checked
      await enterClaim(parts, tx, rule.id, { playerId, sessionId: session.sessionId, ip })
      const now = clock.now()
      const bonusId = id('bon')
      const { amountMinor } = due
      await wallet.post(tx, {
        key: `bonus:${bonusId}:grant`,
        reason: 'bonus-granted',
        // Credited once per cause, whatever the key: the deposit, the week.
        reference: `bonus:${playerId}:${due.cause}`,
        playerId,
        currency,
        happenedAt: now,
        lines: [{ debit: { house: 'bonus_cost', ref: 'bonus' }, credit: { player: 'bonus' }, amountMinor }],
      })
      const row: BonusRow = {
        id: bonusId,
        rule_id: rule.id,
        kind: rule.kind,
        player_id: playerId,
        currency,
        amount_minor: amountMinor,
        required_minor: amountMinor * BigInt(rule.wager_times),
        wagered_minor: 0n,
        counted_to: await findLastTransferId(tx, playerId),
        state: 'active',
        cause: due.cause,
        device_id: await deviceOf(tx, session.sessionId),
        granted_at: now,
        expires_at: new Date(now.getTime() + rule.valid_days * dayMs),
        ended_at: null,
        taken_back_at: null,
      }
      await tx.insertInto('rewards.bonus').values(row).execute()
      if (row.required_minor > 0n) await notifyBonus(parts, tx, row)
      const standing = row.required_minor === 0n ? await endBonus(parts, tx, row, 'completed') : row
      return bonusReply({ ...standing, title: rule.title, titles: rule.titles })
    }
    const claimed = await noteRefused(parts, { rewardId: ruleId, playerId }, () => db.transaction(claim))
    if (claimed === 'waiting') throw new Refusal('bonus_checked')
    if (claimed === 'refused') throw new Refusal('bonus_refused')
    return claimed
  } catch (error) {
    // Another account on the device has had its welcome bonus.
    if (brokenConstraint(error) === 'bonus_welcome_device') throw new Refusal('bonus_taken')
    throw error
  }
}

function notifyBonus({ messages }: RewardParts, tx: Tx, row: BonusRow) {
  return messages.send(tx, {
    key: `bonus:${row.id}:grant`,
    playerId: row.player_id,
    kind: 'bonus_given',
    params: {
      amount: formatDecimal(row.amount_minor),
      currency: row.currency,
      required: formatDecimal(row.required_minor),
      until: row.expires_at.toISOString(),
    },
    about: null,
  })
}
