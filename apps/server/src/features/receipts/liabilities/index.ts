import type { Currency } from '@dhow/contract/money'
import { parseAmount } from '@dhow/contract/money'
import { every } from '../../../platform/every.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { required } from '../../../platform/required.ts'
import type { ReceiptsParts } from '../parts.ts'
import { makeBody } from '../statements/statement-bodies.ts'
import { readEntries } from '../statements/statement-entries.ts'
import { lastOfPage } from '../statements/span-store.ts'
import { publishRoots } from './publish-roots.ts'
import { readRoots } from './read-roots.ts'
import { readShare } from './read-share.ts'

const lookedEachMs = 60_000
/** Entries since a root in one answer; further ones need further calls. */
const maxEntries = 5_000

/** Liabilities to all players, published daily, and a player's share of them (docs/concepts/receipts.md). */
export function openLiabilities(parts: ReceiptsParts) {
  const { db, clock } = parts.platform
  return {
    /** Publishes the due roots; returns their days. */
    publish: () => publishRoots(parts),
    /** The newest roots, public. */
    roots: () => readRoots(db.kysely),
    /** A player's share. @throws the refusals of `readShare` */
    share: (player: { playerId: string; currency: string }) => readShare(db, player),
    /**
     * A player's entries after one posting up to another, the first 5,000, as the CSV of a statement. @throws Refusal
     * `not_found`
     */
    async entries(playerId: string, after: string, to: string): Promise<Buffer> {
      const last = await lastOfPage(db.kysely, playerId, { after: BigInt(after), to: BigInt(to), most: maxEntries })
      return makeBody('csv', readEntries(db.kysely, playerId, BigInt(after), last ?? BigInt(after)))
    },
    /**
     * Stores the bank balance of a day with a root, replacing an earlier one. @throws Refusal `not_found` without a
     * root
     */
    async setBankBalance(
      operatorId: string,
      { day, currency, amount }: { day: string; currency: Currency; amount: string },
    ) {
      const amountMinor = required(parseAmount(amount), 'an amount of the contract')
      await db.transaction(async (tx) => {
        const root = await tx
          .selectFrom('receipts.liability_root')
          .select('day')
          .where('day', '=', day)
          .where('currency', '=', currency)
          .executeTakeFirst()
        if (!root) throw new Refusal('not_found')
        const row = { day, currency, amount_minor: amountMinor, entered_by: operatorId, entered_at: clock.now() }
        const known = await tx
          .selectFrom('receipts.bank_balance')
          .select('amount_minor')
          .where('day', '=', day)
          .where('currency', '=', currency)
          .forUpdate()
          .executeTakeFirst()
        await tx
          .insertInto('receipts.bank_balance')
          .values(row)
          .onConflict((conflict) => conflict.columns(['day', 'currency']).doUpdateSet(row))
          .execute()
        await parts.audit(tx, {
          operatorId,
          action: 'liabilities.bank_balance',
          subject: `${day}/${currency}`,
          text: `Entered the bank balance of ${day}: ${amount} ${currency}`,
          before: known ? { amount_minor: String(known.amount_minor) } : null,
          after: { amount_minor: String(amountMinor) },
        })
      })
    },
    close: every(parts.platform, 'liabilities', lookedEachMs, () => publishRoots(parts)),
  }
}
