import { formatDecimal, type Currency } from '@dhow/contract/money'
import type { ReplyOf } from '@dhow/contract/operation'
import type { Permission } from '@dhow/contract/permissions'
import { maxHits, searchKinds, type staffSearch } from '@dhow/contract/search'
import type { StaffSession } from '../../platform/http/call.ts'
import { normaliseReference } from '../deposits/index.ts'
import type { OverviewParts } from './parts.ts'
import { depositsBy, withdrawalsBy } from './store.ts'

type Found = Omit<ReplyOf<typeof staffSearch>, 'status'>
type Kind = (typeof searchKinds)[number]

/** Permission required to search a kind. */
const neededFor: Record<Kind, Permission> = {
  players: 'players.see',
  deposits: 'deposits.see',
  withdrawals: 'withdrawals.see',
  payments: 'cases.see',
  rounds: 'games.see',
}

/** Hits of each kind that the operator may see; one more than listed means that there are more. */
export async function searchConsole(parts: OverviewParts, by: StaffSession, typed: string): Promise<Found> {
  const text = typed.trim()
  const found: Found = { players: [], deposits: [], withdrawals: [], payments: [], rounds: [], more: [] }
  if (text.length < 2) return found
  const look = async <K extends Kind>(kind: K, search: () => Promise<Found[K]>) => {
    if (!by.permissions.has(neededFor[kind])) return
    const hits = await search()
    if (hits.length > maxHits) found.more.push(kind)
    hits.length = Math.min(hits.length, maxHits)
    found[kind] = hits
  }
  await look('players', () => playersBy(parts, by, text))
  await look('deposits', () => deposits(parts, text))
  await look('withdrawals', () => withdrawals(parts, text))
  await look('payments', () => payments(parts, text))
  await look('rounds', async () =>
    (await parts.gateway.findRounds(text, maxHits + 1)).map(({ provider, at }) => ({
      round_id: text,
      provider,
      at: at.toISOString(),
    })),
  )
  return found
}

async function playersBy({ accounts, withdrawals: out }: OverviewParts, by: StaffSession, text: string) {
  const limit = maxHits + 1
  const seesNumbers = by.permissions.has('players.see_identity')
  const hits: Found['players'] = (await accounts.findBy(text, { limit, seesNumbers })).map(({ player, by: way }) =>
    hit(player, way),
  )
  // Payout accounts belong to withdrawals.
  if (by.permissions.has('withdrawals.see')) {
    const owners = await accounts.findPlayers(await out.payoutAccounts.ownersOf(text, limit))
    const others = [...owners.values()].filter(({ id }) => hits.every((one) => one.id !== id))
    // An account's number is a stronger match than a similar name.
    hits.unshift(...others.map((player) => hit(player, 'account')))
  }
  return hits.slice(0, limit)
}

const hit = (
  {
    id,
    player_name,
    mobile,
    market,
    active,
  }: Pick<Found['players'][number], 'id' | 'player_name' | 'mobile' | 'market' | 'active'>,
  found_by: Found['players'][number]['found_by'],
): Found['players'][number] => ({ id, player_name, mobile, market, active, found_by })

interface Row {
  id: string
  player_id: string
  currency: Currency
  state: string
}

/** Rows of one kind as hits, with their players' names. */
async function named<R extends Row>(
  { accounts }: OverviewParts,
  rows: R[],
  shown: (row: R) => { amountMinor: bigint | null; reference: string | null; at: Date },
) {
  const players = await accounts.findPlayers(rows.map((row) => row.player_id))
  return rows.map((row) => {
    const { amountMinor, reference, at } = shown(row)
    return {
      id: row.id,
      player_id: row.player_id,
      player_name: players.get(row.player_id)?.player_name ?? row.player_id,
      amount: amountMinor === null ? null : formatDecimal(amountMinor),
      currency: row.currency,
      state: row.state,
      reference,
      at: at.toISOString(),
    }
  })
}

const deposits = async (parts: OverviewParts, text: string) =>
  named(
    parts,
    await depositsBy(parts.platform.db.kysely, {
      id: text,
      reference: normaliseReference(text),
      limit: maxHits + 1,
    }),
    (row) => ({ amountMinor: row.credited_minor ?? row.declared_minor, reference: row.ref_raw, at: row.submitted_at }),
  )

const withdrawals = async (parts: OverviewParts, text: string) =>
  named(
    parts,
    await withdrawalsBy(parts.platform.db.kysely, {
      id: text,
      reference: normaliseReference(text),
      limit: maxHits + 1,
    }),
    (row) => ({ amountMinor: row.amount_minor, reference: row.pay_code, at: row.requested_at }),
  )

const payments = async (parts: OverviewParts, text: string) =>
  named(parts, await parts.payments.reader.byReference(text, maxHits + 1), (row) => ({
    amountMinor: row.credited_minor ?? row.confirmed_minor ?? row.requested_minor,
    reference: row.service_ref,
    at: row.started_at,
  }))
