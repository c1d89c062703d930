import type { Currency } from '@dhow/contract/money'
import type { Generated } from 'kysely'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    'ledger.wallet': {
      player_id: string
      currency: Currency
      cash_minor: Generated<bigint>
      bonus_minor: Generated<bigint>
      hold_minor: Generated<bigint>
      in_play_minor: Generated<bigint>
      limit_minor: Generated<bigint>
      frozen_at: Date | null
      closed_at: Date | null
      /** Maintained by the database: until this time a bet must check more than the wallet. */
      restricted_until: Generated<Date | number>
      opened_at: Date
    }
    'ledger.posting': {
      id: Generated<bigint>
      key: string
      content_hash: Buffer
      reason: string
      reference: string | null
      player_id: string | null
      currency: Currency
      happened_at: Date
      written_at: Date
      cash_after: bigint | null
      bonus_after: bigint | null
      hold_after: bigint | null
      in_play_after: bigint | null
    }
    'ledger.transfer': {
      id: Generated<bigint>
      posting_id: bigint
      line: number
      player_id: string | null
      debit: string
      credit: string
      currency: Currency
      amount_minor: bigint
      debit_after: bigint | null
      credit_after: bigint | null
    }
    'ledger.hold': {
      key: string
      player_id: string
      currency: Currency
      amount_minor: bigint
      state: Generated<'held' | 'settled' | 'released'>
      held_at: Date
      ended_at: Date | null
      ended_by: string | null
    }
    /** Players with a current or former debt; changed only with postings on `player_debt`. */
    'ledger.debt': { player_id: string; currency: Currency; debt_minor: bigint }
    'ledger.house_balance': { account: string; currency: Currency; debit_minor: string; credit_minor: string }
    // Exported views, which other features may read.
    'ledger.postings': Pick<
      Tables['ledger.posting'],
      | 'id'
      | 'key'
      | 'reason'
      | 'player_id'
      | 'currency'
      | 'happened_at'
      | 'cash_after'
      | 'bonus_after'
      | 'hold_after'
      | 'in_play_after'
    >
    'ledger.transfers': Pick<
      Tables['ledger.transfer'],
      'id' | 'posting_id' | 'player_id' | 'debit' | 'credit' | 'currency' | 'amount_minor'
    >
    'ledger.wallets': Pick<
      Tables['ledger.wallet'],
      | 'player_id'
      | 'currency'
      | 'cash_minor'
      | 'bonus_minor'
      | 'hold_minor'
      | 'in_play_minor'
      | 'limit_minor'
      | 'frozen_at'
      | 'closed_at'
      | 'restricted_until'
    >
    'ledger.holds': Pick<Tables['ledger.hold'], 'key' | 'player_id' | 'amount_minor' | 'state'>
    'ledger.house_accounts': { account: string; currency: Currency; net_minor: string }
  }
}
