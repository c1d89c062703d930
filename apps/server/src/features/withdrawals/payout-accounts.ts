import { textOf } from '@dhow/contract/player-texts'
import type { PayoutAccount } from '@dhow/contract/withdrawals'
import type { Db, Tx } from '../../platform/db/index.ts'
import type { PlayerSession } from '../../platform/http/call.ts'
import { earlierReply, repeatable } from '../../platform/http/repeatable.ts'
import { fieldRefusal, Refusal, type FieldTexts } from '../../platform/refusal.ts'
import { required } from '../../platform/required.ts'
import { sqlStateOf, sqlStates } from '../../platform/db/errors.ts'
import { keysOf } from '@dhow/contract/keys-of'
import type { GivenParts, WithdrawalParts } from './parts.ts'
import { accountText, cleanNumber, faultsOf, payoutKinds, type PayoutKind } from './rules.ts'
import type { PayoutAccountRow } from './tables.ts'

const maxAccounts = 5

export interface CleanAccount {
  kind: PayoutKind
  holder: string
  number: string
  branch: string | undefined
  bank: string | undefined
}

/** A payout account for its player. */
export function accountReply(row: PayoutAccountRow): PayoutAccount {
  return {
    id: row.id,
    kind: row.kind,
    label: row.bank || payoutKinds[row.kind].label,
    label_text: accountText(row),
    holder: row.holder,
    number: `•••• ${row.number_end}`,
    bank: row.bank,
    usable_from: row.usable_from.toISOString(),
    created_at: row.created_at.toISOString(),
  }
}

/** Kinds of payout accounts in a market. */
export const kindsOf = (market: string): PayoutKind[] =>
  keysOf(payoutKinds).filter((kind) => payoutKinds[kind].market === market)

export const listAccounts = (
  { platform: { db } }: GivenParts,
  playerId: string,
  reader: Db = db.kysely,
): Promise<PayoutAccountRow[]> =>
  reader
    .selectFrom('withdrawals.payout_account')
    .selectAll()
    .where('player_id', '=', playerId)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .execute()

export const findAccount = (reader: Db, playerId: string, accountId: string): Promise<PayoutAccountRow | undefined> =>
  reader
    .selectFrom('withdrawals.payout_account')
    .selectAll()
    .where('id', '=', accountId)
    .where('player_id', '=', playerId)
    .executeTakeFirst()

/** Payout accounts of withdrawals, by id. */
export async function accountsOf(
  { platform: { db } }: GivenParts,
  rows: readonly { payout_account_id: string }[],
): Promise<(row: { payout_account_id: string }) => PayoutAccountRow> {
  const ids = [...new Set(rows.map((row) => row.payout_account_id))]
  const accounts =
    ids.length === 0
      ? []
      : await db.kysely.selectFrom('withdrawals.payout_account').selectAll().where('id', 'in', ids).execute()
  const byId = new Map(accounts.map((account) => [account.id, account]))
  return ({ payout_account_id: id }) => required(byId.get(id), `payout account ${id}`)
}

/** Number of a payout account, which is stored encrypted and displayed by its end. */
export const numberOf = ({ secrets }: GivenParts, row: Pick<PayoutAccountRow, 'number_sealed'>) =>
  secrets.open('payout account', Buffer.from(row.number_sealed))

/** Full number of a payout account; undefined for an unknown id. */
export async function findNumber(parts: GivenParts, accountId: string): Promise<string | undefined> {
  const row = await parts.platform.db.kysely
    .selectFrom('withdrawals.payout_account')
    .selectAll()
    .where('id', '=', accountId)
    .executeTakeFirst()
  return row && numberOf(parts, row)
}

/** Those of these accounts that are blocked, by id, with the end of the block. */
export async function findBlockedAccounts(
  parts: GivenParts,
  reader: Db,
  accounts: readonly Pick<PayoutAccountRow, 'id' | 'number_sealed'>[],
): Promise<Map<string, Date | null>> {
  if (accounts.length === 0) return new Map()
  const numbers = accounts.map((row) => ({ id: row.id, value: numberOf(parts, row) }))
  const found = await parts.blocklists.find(
    reader,
    numbers.map(({ value }) => ({ kind: 'payout', value })),
  )
  const untilOf = new Map(found.map(({ asked, until }) => [asked.value, until]))
  return new Map(
    numbers.flatMap(({ id, value }) => {
      const until = untilOf.get(value)
      return until === undefined ? [] : [[id, until] as const]
    }),
  )
}

/** A payout account as text messages name it. */
const nameOf = (kind: PayoutKind, digits: string) =>
  ({ to: kind === 'wallet_na' ? 'wallet' : kind === 'upi' ? 'upi' : 'bank', digits }) as const

/** A player's payout account as text messages name it; undefined if it is not theirs. */
export async function nameAccount({ platform: { db } }: WithdrawalParts, playerId: string, accountId: string) {
  const row = await findAccount(db.kysely, playerId, accountId)
  if (!row || row.removed_at) return undefined
  return nameOf(row.kind, row.number_end)
}

/** Keyed hash to find equal numbers; the number itself is encrypted. */
export const numberMac = ({ secrets }: Pick<GivenParts, 'secrets'>, kind: PayoutKind, number: string) =>
  secrets.mac('payout account', `${kind}:${number.toLowerCase()}`)

/** Commitment of a code to a payout account, without the number. */
export const commitmentTo = (
  parts: GivenParts,
  { kind, number, branch }: Pick<CleanAccount, 'kind' | 'number' | 'branch'>,
) => `${numberMac(parts, kind, number).toString('hex')} ${branch ?? ''}`

/**
 * Account for which a code is requested, before its holder and bank matter.
 * @throws Refusal `invalid_fields` with the texts of kind, number and branch
 */
export function describedAccount(
  parts: GivenParts,
  session: Pick<PlayerSession, 'market'>,
  { kind, number, branch }: { kind?: PayoutKind | undefined; number?: string | undefined; branch?: string | undefined },
) {
  if (kind === undefined) throw fieldRefusal('invalid_fields', 'kind', textOf('required', {}))
  const account = { kind, number: cleanNumber(kind, number ?? ''), branch: cleanBranch(branch) }
  // Holder and bank are checked when the account is added.
  const faults = Object.entries(accountFaults(session, { ...account, holder: '', bank: undefined }))
  refuseFaults(Object.fromEntries(faults.filter(([field]) => field !== 'holder' && field !== 'bank')))
  return { ...nameOf(kind, account.number.slice(-4)), commitment: commitmentTo(parts, account) }
}

/**
 * Validates the form and returns it without redundant blanks and separators. @throws Refusal `invalid_fields` with the
 * texts
 */
export function cleanAccount(
  session: Pick<PlayerSession, 'market'>,
  form: {
    kind: PayoutKind
    holder: string
    number: string
    branch?: string | undefined
    bank?: string | undefined
  },
) {
  const account = {
    kind: form.kind,
    holder: form.holder.replace(/\s+/g, ' ').trim(),
    number: cleanNumber(form.kind, form.number),
    branch: cleanBranch(form.branch),
    bank: form.bank?.trim() || undefined,
  }
  refuseFaults(accountFaults(session, account))
  return account
}

const cleanBranch = (branch: string | undefined) => branch?.replace(/\s/g, '').toUpperCase() || undefined

const accountFaults = (session: Pick<PlayerSession, 'market'>, account: CleanAccount): FieldTexts =>
  payoutKinds[account.kind].market === session.market
    ? faultsOf(account)
    : { kind: [textOf('account_other_country', {})] }

function refuseFaults(fields: FieldTexts) {
  const text = Object.values(fields)[0]?.[0]
  if (text) throw new Refusal('invalid_fields', { fields, text })
}

/** Account that an earlier call with this key added. @throws Refusal `key_changed` */
export async function findAdded(
  { platform: { db } }: WithdrawalParts,
  session: PlayerSession,
  account: CleanAccount,
  key: string | undefined,
) {
  const earlier = await earlierReply<{ id: string }>(db.kysely, callOf(session, account, key))
  return earlier && findAccount(db.kysely, session.playerId, earlier.id)
}

/** @throws Refusal `payout_account_exists`, `too_many_payout_accounts`, `contact_us`, `key_changed` */
export async function addAccount(
  parts: WithdrawalParts,
  session: PlayerSession,
  account: CleanAccount,
  key: string | undefined,
): Promise<PayoutAccountRow> {
  const { platform, secrets, portal } = parts
  const { db, clock, id } = platform
  const now = clock.now()
  const row: PayoutAccountRow = {
    id: id('pay'),
    player_id: session.playerId,
    kind: account.kind,
    holder: account.holder,
    number_sealed: secrets.seal('payout account', account.number),
    number_mac: numberMac(parts, account.kind, account.number),
    number_end: account.number.slice(-4),
    branch: account.branch ?? null,
    bank: account.bank ?? null,
    usable_from: new Date(now.getTime() + portal.settings().withdrawals.rest_hours * 3_600_000),
    created_at: now,
    removed_at: null,
  }
  const work = async (tx: Tx) => {
    await parts.blocklists.refuse(tx, [{ kind: 'payout', value: account.number }])
    if ((await listAccounts(parts, session.playerId, tx)).length >= maxAccounts)
      throw new Refusal('too_many_payout_accounts')
    await tx
      .insertInto('withdrawals.payout_account')
      .values(row)
      .execute()
      .catch((error: unknown) => {
        if (sqlStateOf(error) === sqlStates.uniqueViolation)
          throw fieldRefusal('payout_account_exists', 'number', textOf('payout_account_exists', {}))
        throw error
      })
    return { id: row.id }
  }
  return db.transaction(async (tx) => {
    const { reply } = await repeatable(tx, callOf(session, account, key), () => work(tx))
    return required(await findAccount(tx, session.playerId, reply.id), `payout account ${reply.id}`)
  })
}

/** @throws Refusal `payout_account_missing` */
export async function removeAccount({ platform: { db, clock } }: WithdrawalParts, playerId: string, accountId: string) {
  const result = await db.kysely
    .updateTable('withdrawals.payout_account')
    .set({ removed_at: clock.now() })
    .where('id', '=', accountId)
    .where('player_id', '=', playerId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (result.numUpdatedRows !== 1n) throw new Refusal('payout_account_missing')
}

const callOf = ({ playerId }: PlayerSession, account: CleanAccount, key: string | undefined) => ({
  operation: 'add-payout-account',
  playerId,
  key,
  content: [account.kind, account.holder, account.number, account.branch ?? null, account.bank ?? null],
})
