import { operatorText } from '@dhow/contract/operator-texts'
import { sql } from 'kysely'
import { formatDecimal } from '@dhow/contract/money'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Entry, PlayerAccount } from '../wallet/index.ts'
import { formatCsv } from '../../platform/csv.ts'
import type { OverviewParts } from './parts.ts'
import { hasOpenPayments } from './store.ts'
import { bind } from '../../platform/bind.ts'

/** Most movements on a screen, and in a file. */
const maxShown = 1_000

const maxFileRows = 50_000

export interface StatementOf {
  account?: PlayerAccount | undefined
  from: string
  until: string
}

/** A player's wallet for operators: statement, freezing, closing. */
export function openWallets(parts: OverviewParts) {
  return bind(parts, {
    statement: readWalletStatement,
    statementFile: walletStatementFile,
    freeze: freezeWallet,
    close: closeWallet,
  })
}

/** A movement for the console. */
export const entryReply = (entry: Entry) => ({
  id: `${entry.id}-${entry.account}`,
  at: entry.at.toISOString(),
  kind: entry.reason,
  account: entry.account,
  amount: formatDecimal(entry.amountMinor),
  balance_after: formatDecimal(entry.balanceAfterMinor),
  reference: entry.reference ?? entry.key,
})

/** The wallet's state, locked until the transaction ends. */
async function lockWallet({ accounts, wallet }: OverviewParts, tx: Tx, playerId: string) {
  if (!(await accounts.findPlayer(playerId, tx))) throw new Refusal('not_found')
  await sql`select ledger.lock_players(array[${playerId}]::text[])`.execute(tx)
  const state = await wallet.balance(tx, playerId)
  if (!state) throw new Refusal('account_missing')
  return state
}

async function statementOf({ accounts, wallet }: OverviewParts, playerId: string, of: StatementOf, atMost: number) {
  const player = await accounts.findPlayer(playerId)
  if (!player) throw new Refusal('not_found')
  const [from, until] = [new Date(of.from), new Date(of.until)]
  if (from >= until) throw new Refusal('invalid_fields', { fields: { until: [operatorText('period_order', {})] } })
  const account = of.account ?? 'cash'
  const statement = await wallet.statement({ playerId, account, from, until, atMost })
  let runningMinor = statement.openingMinor
  const entries = statement.movements.map((entry) => {
    runningMinor += entry.amountMinor
    return entryReply({ ...entry, balanceAfterMinor: runningMinor })
  })
  return { player, account, statement, entries }
}

/** @throws Refusal `not_found`, `invalid_fields` if the end is before the start */
async function readWalletStatement(parts: OverviewParts, playerId: string, of: StatementOf) {
  const { player, statement, entries } = await statementOf(parts, playerId, of, maxShown)
  return {
    currency: player.currency,
    opening: formatDecimal(statement.openingMinor),
    closing: formatDecimal(statement.closingMinor),
    whole: statement.isWhole,
    entries,
  }
}

/** Statement as CSV, opening and closing balance included; never truncated. @throws Refusal `statement_too_long` too */
async function walletStatementFile(parts: OverviewParts, playerId: string, of: StatementOf) {
  const { player, account, statement, entries } = await statementOf(parts, playerId, of, maxFileRows)
  if (!statement.isWhole) throw new Refusal('statement_too_long')
  const mark = (kind: string, at: string, minor: bigint) => [at, kind, account, '', formatDecimal(minor), '', '']
  const rows = [
    ['at', 'kind', 'account', 'amount', 'balance', 'reference', 'id'],
    mark('opening', of.from, statement.openingMinor),
    ...entries.map((entry) => [
      entry.at,
      entry.kind,
      entry.account,
      entry.amount,
      entry.balance_after,
      entry.reference,
      entry.id,
    ]),
    mark('closing', of.until, statement.closingMinor),
  ]
  const text = formatCsv(rows.map((row, index) => [...row, index === 0 ? 'currency' : player.currency]))
  return { name: `statement-${player.player_name}-${account}.csv`, text }
}

/** Freezes or unfreezes a player’s money; no change if already so. @throws Refusal `not_found`, `account_closed` */
function freezeWallet(
  parts: OverviewParts,
  playerId: string,
  by: StaffSession,
  { frozen, reason }: { frozen: boolean; reason: string },
) {
  const {
    platform: { db, clock },
    wallet,
    staff,
  } = parts
  return db.transaction(async (tx) => {
    const state = await lockWallet(parts, tx, playerId)
    if (state.closed) throw new Refusal('account_closed')
    if (state.frozen === frozen) return
    if (frozen) await wallet.freeze(tx, playerId, clock.now())
    else await wallet.unfreeze(tx, playerId)
    await staff.audit(tx, {
      operatorId: by.operatorId,
      action: frozen ? 'wallet.freeze' : 'wallet.unfreeze',
      subject: playerId,
      text: `${frozen ? 'Froze the money' : 'Let the money move again'}: ${reason}`,
      before: { frozen: state.frozen },
      after: { frozen },
    })
  })
}

/**
 * Closes a player’s empty wallet for good; no change if closed.
 * @throws Refusal `not_found`, `account_not_empty`, `player_owes`, `account_has_open_payments`: a payment already made
 * needs an open wallet
 */
function closeWallet(parts: OverviewParts, playerId: string, by: StaffSession, reason: string) {
  const {
    platform: { db, clock },
    wallet,
    staff,
  } = parts
  return db.transaction(async (tx) => {
    const state = await lockWallet(parts, tx, playerId)
    if (state.closed) return
    if (state.debtMinor > 0n) throw new Refusal('player_owes')
    if (await hasOpenPayments(tx, playerId)) throw new Refusal('account_has_open_payments')
    await wallet.close(tx, playerId, clock.now())
    await staff.audit(tx, {
      operatorId: by.operatorId,
      action: 'wallet.close',
      subject: playerId,
      text: `Closed the wallet for good: ${reason}`,
      before: { closed: false },
      after: { closed: true },
    })
  })
}
