import { keysOf } from '@dhow/contract/keys-of'
import { isOneOf } from '@dhow/contract/records'
import { sql } from 'kysely'
import { formatDecimal, type Currency } from '@dhow/contract/money'
import type { Db } from '../../platform/db/index.ts'
import { houseKinds, type Balances, type PlayerAccount } from './accounts.ts'

export interface WalletState extends Balances {
  currency: Currency
  frozen: boolean
  closed: boolean
  /** The player's debt to the house. */
  debtMinor: bigint
}

/** Balances of a player; undefined without a wallet. */
export async function balance(db: Db, playerId: string): Promise<WalletState | undefined> {
  return (await balances(db, [playerId])).get(playerId)
}

/** Balances of several players, in one round trip. */
export async function balances(db: Db, playerIds: string[]): Promise<Map<string, WalletState>> {
  const rows = await db
    .selectFrom('ledger.wallet as wallet')
    .leftJoin('ledger.debt as debt', 'debt.player_id', 'wallet.player_id')
    .selectAll('wallet')
    .select('debt.debt_minor')
    .where('wallet.player_id', 'in', playerIds)
    .execute()
  return new Map(
    rows.map((row) => [
      row.player_id,
      {
        currency: row.currency,
        cashMinor: row.cash_minor,
        bonusMinor: row.bonus_minor,
        heldMinor: row.hold_minor,
        inPlayMinor: row.in_play_minor,
        frozen: row.frozen_at !== null,
        closed: row.closed_at !== null,
        debtMinor: row.debt_minor ?? 0n,
      },
    ]),
  )
}

/** Balances for the live stream: decimal text. */
export const liveBalance = ({ cashMinor, heldMinor, bonusMinor }: Balances) => ({
  chips: formatDecimal(cashMinor),
  held: formatDecimal(heldMinor),
  bonus: formatDecimal(bonusMinor),
})

/** A payment's player for operators, with everything that may stop their money. */
export const payerReply = <Market extends string>(
  player: { id: string; player_name: string; mobile: string; market: Market; active: boolean },
  balance: Pick<WalletState, 'frozen' | 'closed' | 'debtMinor'> | undefined,
) => ({
  id: player.id,
  player_name: player.player_name,
  mobile: player.mobile,
  market: player.market,
  active: player.active,
  wallet:
    balance === undefined || balance.closed
      ? ('closed' as const)
      : balance.frozen
        ? ('frozen' as const)
        : ('open' as const),
  debt: formatDecimal(balance?.debtMinor ?? 0n),
})

export interface Entry {
  id: bigint
  postingId: bigint
  at: Date
  reason: string
  key: string
  reference: string | null
  account: string
  /** Positive for incoming, negative for outgoing money. */
  amountMinor: bigint
  balanceAfterMinor: bigint
}

/**
 * A player's entries, newest first, of at most `limit` transfers, each with all its sides; pass the last id to
 * continue.
 */
export async function entries(
  db: Db,
  playerId: string,
  page: { limit: number; beforeId?: bigint | undefined },
): Promise<Entry[]> {
  const { rows } = await sql<EntryRow>`
    select transfer.id, transfer.posting_id, posting.happened_at, posting.reason, posting.key, posting.reference, side.account, side.signed, side.after
    from (
      select * from ledger.transfer
      where player_id = ${playerId} and (debit_after is not null or credit_after is not null)
        and (${page.beforeId === undefined} or id < ${page.beforeId ?? 0n})
      order by id desc limit ${page.limit}
    ) transfer
    join ledger.posting posting on posting.id = transfer.posting_id
    cross join lateral (values (transfer.debit, -transfer.amount_minor, transfer.debit_after),
                               (transfer.credit, transfer.amount_minor, transfer.credit_after)) as side (account, signed, after)
    where side.after is not null
    order by transfer.id desc, side.signed`.execute(db)
  return rows.map(entryOf)
}

export interface Statement {
  openingMinor: bigint
  movements: Entry[]
  closingMinor: bigint
  /** Whether every movement is listed; if not, opening and movements do not add up to closing. */
  isWhole: boolean
}

export interface StatementOf {
  playerId: string
  account: PlayerAccount
  from: Date
  until: Date
  atMost?: number | undefined
}

/**
 * An account of a player between two instants: opening balance, all movements (or the first `atMost`), closing balance.
 */
export async function statement(db: Db, { playerId, account, from, until, atMost }: StatementOf): Promise<Statement> {
  const standingAt = async (at: Date) => {
    const { rows } = await sql<{ sum: string | null }>`
      select sum(case when credit = ${account} then amount_minor else 0 end - case when debit = ${account} then amount_minor else 0 end)::text as sum
      from ledger.transfer transfer join ledger.posting posting on posting.id = transfer.posting_id
      where transfer.player_id = ${playerId} and posting.happened_at < ${at}`.execute(db)
    return BigInt(rows[0]?.sum ?? '0')
  }
  const openingMinor = await standingAt(from)
  const { rows } = await sql<EntryRow>`
    select transfer.id, transfer.posting_id, posting.happened_at, posting.reason, posting.key, posting.reference, side.account, side.signed, side.after
    from ledger.transfer transfer
    join ledger.posting posting on posting.id = transfer.posting_id
    cross join lateral (values (transfer.debit, -transfer.amount_minor, transfer.debit_after),
                               (transfer.credit, transfer.amount_minor, transfer.credit_after)) as side (account, signed, after)
    where transfer.player_id = ${playerId} and side.account = ${account}
      and posting.happened_at >= ${from} and posting.happened_at < ${until}
    order by transfer.id ${atMost === undefined ? sql`` : sql`limit ${atMost + 1}`}`.execute(db)
  const movements = rows.slice(0, atMost).map(entryOf)
  const isWhole = movements.length === rows.length
  const closingMinor = isWhole
    ? movements.reduce((sum, entry) => sum + entry.amountMinor, openingMinor)
    : await standingAt(until)
  return { openingMinor, movements, closingMinor, isWhole }
}

export interface TrialBalanceRow {
  account: string
  currency: Currency
  debitMinor: bigint
  creditMinor: bigint
}

/**
 * All house accounts, and the players' by kind, each with its balance on its own side. Debits and credits of a currency
 * are equal. House balances are the roll-up plus later movements.
 */
export async function trialBalance(db: Db): Promise<TrialBalanceRow[]> {
  const { rows } = await sql<{ account: string; currency: Currency; net: string }>`
    with house as (
      select account, currency, debit_minor - credit_minor as net from ledger.house_balance
      union all
      select side.account, transfer.currency, side.signed
      from ledger.transfer transfer
      cross join lateral (values (transfer.debit, transfer.amount_minor, transfer.debit_after),
                                 (transfer.credit, -transfer.amount_minor, transfer.credit_after)) as side (account, signed, after)
      where side.after is null and transfer.written_by >= (select up_to from ledger.rollup)
    )
    select account, currency, sum(net)::text as net from house group by account, currency
    union all
    select 'players ' || kind, currency, (-sum(minor))::text
    from ledger.wallet cross join lateral (values ('cash', cash_minor), ('bonus', bonus_minor), ('hold', hold_minor), ('in_play', in_play_minor)) as kinds (kind, minor)
    group by kind, currency
    order by currency, account`.execute(db)
  return rows.map(({ account, currency, net }) => {
    const netMinor = BigInt(net)
    const isDebitBalance = netMinor > 0n || (netMinor === 0n && sideOf(account) === 'debit')
    return {
      account,
      currency,
      debitMinor: isDebitBalance ? netMinor : 0n,
      creditMinor: isDebitBalance ? 0n : -netMinor,
    }
  })
}

function sideOf(account: string): 'debit' | 'credit' {
  const [kind] = account.split(':')
  return isOneOf(keysOf(houseKinds), kind) ? houseKinds[kind] : 'credit'
}

interface EntryRow {
  id: bigint
  posting_id: bigint
  happened_at: Date
  reason: string
  key: string
  reference: string | null
  account: string
  signed: bigint
  after: bigint
}

function entryOf(row: EntryRow): Entry {
  return {
    id: row.id,
    postingId: row.posting_id,
    at: row.happened_at,
    reason: row.reason,
    key: row.key,
    reference: row.reference,
    account: row.account,
    amountMinor: row.signed,
    balanceAfterMinor: row.after,
  }
}
