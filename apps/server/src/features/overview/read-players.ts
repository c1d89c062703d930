import type { OverviewParts } from './parts.ts'
import { playerActs, type staffPlayer } from '@dhow/contract/players'
import type { ReplyOf } from '@dhow/contract/operation'
import { formatDecimal } from '@dhow/contract/money'
import { pageOf } from '../../platform/pages.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { PlayerRow } from '../accounts/index.ts'
import type { ChainCheck } from '../staff/index.ts'
import { tiers } from '../withdrawals/index.ts'
import { closingReply } from './close-account.ts'
import { searchText } from './rules.ts'
import { balancesOf, findTags } from './store.ts'
import { entryReply } from './wallets.ts'

const nothing = { cashMinor: 0n, heldMinor: 0n }

const playersPage = 50

const entriesShown = 50

export const auditReply = (check: ChainCheck) => ({
  checked_at: check.checkedAt?.toISOString() ?? null,
  ok: check.isWhole ?? null,
  entries: check.entries,
  head: check.head ?? null,
  broken_at: check.brokenAt ?? null,
})

function playerRow(row: PlayerRow, balance: { cashMinor: bigint; heldMinor: bigint }) {
  return {
    id: row.id,
    player_name: row.player_name,
    mobile: row.mobile,
    market: row.market,
    currency: row.currency,
    chips: formatDecimal(balance.cashMinor),
    held: formatDecimal(balance.heldMinor),
    active: row.active,
    created_at: row.created_at.toISOString(),
  }
}

/** Players by name, mobile or deposit code, and by tag, newest first. */
export async function listPlayers(
  { accounts, platform: { db } }: OverviewParts,
  query: { q?: string | undefined; tag?: string | undefined; cursor?: string | undefined },
) {
  const found = await accounts.searchPlayers(searchText(query.q), {
    limit: playersPage + 1,
    beforeId: query.cursor,
    tag: query.tag || undefined,
  })
  const { rows, nextCursor } = pageOf(found, playersPage)
  const ids = rows.map((row) => row.id)
  const balances = await balancesOf(db.kysely, ids)
  const tags = await findTags(db.kysely, ids)
  return {
    players: rows.map((row) => ({ ...playerRow(row, balances.get(row.id) ?? nothing), tags: tags.get(row.id) ?? [] })),
    next_cursor: nextCursor,
  }
}

type Standing = Awaited<ReturnType<OverviewParts['limits']['standing']>>[number]

/** A suspended player cannot sign in, and therefore not deposit; other stops are in the restrictions. */
function forbidsAct({ code, forbids }: Standing, act: (typeof playerActs)[number]): boolean {
  if (act === 'sign_in') return code === 'player_suspended'
  return forbids.includes(act) || (act === 'deposit' && code === 'player_suspended')
}

type Stop = ReplyOf<typeof staffPlayer>['player']['may'][number]['stops'][number]
const lasting = (code: Stop['code']): Stop => ({ code, until: null })

/** Reasons outside the restrictions: settings, ledger, and the player's own deposits and identity. */
async function furtherStops(
  parts: OverviewParts,
  { id, market, tier, mobile }: PlayerRow,
  debtMinor: bigint,
): Promise<Partial<Record<(typeof playerActs)[number], Stop[]>>> {
  const { portal, payments } = parts
  const full = await payments.findFullKinds(id)
  const blocked = await blocksOf(parts, { id, mobile })
  const isTierEnough = tiers.indexOf(tier) >= tiers.indexOf(portal.settings().withdrawals.tier)
  return {
    sign_in: blocked.signIn,
    deposit: [
      ...(portal.depositsOpen(market) ? [] : [lasting('market_closed')]),
      ...full.map((kind) => lasting(`too_many_${kind}`)),
    ],
    withdraw: [
      ...(portal.withdrawalsOpen(market) ? [] : [lasting('market_closed')]),
      ...(debtMinor > 0n ? [lasting('player_owes')] : []),
      ...(isTierEnough ? [] : [lasting('tier_too_low')]),
      ...blocked.payees,
    ],
  }
}

/** Stops by blocklists: the player's number and devices at sign-in, and payout accounts. */
async function blocksOf(
  { platform: { db }, accounts, blocklists, withdrawals }: OverviewParts,
  { id, mobile }: Pick<PlayerRow, 'id' | 'mobile'>,
): Promise<{ signIn: Stop[]; payees: Stop[] }> {
  const devices = await accounts.sessions.devices(db.kysely, id)
  const found = await blocklists.find(db.kysely, [
    { kind: 'mobile', value: mobile },
    ...devices.map(({ key }) => ({ kind: 'device' as const, value: key })),
  ])
  const payees = await withdrawals.payoutAccounts.blocked(db.kysely, await withdrawals.payoutAccounts.list(id))
  const blockReply = (code: Stop['code'], until: Date | null): Stop => ({ code, until: until?.toISOString() ?? null })
  return {
    signIn: found.map(({ asked, until }) =>
      blockReply(asked.kind === 'mobile' ? 'number_blocked' : 'device_blocked', until),
    ),
    payees: [...payees.values()].map((until) => blockReply('payee_blocked', until)),
  }
}

const stopReply = ({ code, until }: Standing) => ({ code, until: until?.toISOString() ?? null })

/** One player with the latest ledger entries. @throws Refusal `not_found` */
export async function readPlayer(parts: OverviewParts, playerId: string) {
  const { accounts, messages, wallet, withdrawals, limits } = parts
  const { db } = parts.platform
  const row = await accounts.findPlayer(playerId)
  if (!row) throw new Refusal('not_found')
  const balance = await wallet.balance(db.kysely, playerId)
  if (!balance) throw new Refusal('not_found')
  const closing = await accounts.closings.find(db.kysely, playerId)
  const entries = await wallet.entries(db.kysely, playerId, { limit: entriesShown })
  const standing = await limits.standing(playerId)
  const further = await furtherStops(parts, row, balance.debtMinor)
  return {
    player: {
      ...playerRow(row, balance),
      bonus: formatDecimal(balance.bonusMinor),
      in_play: formatDecimal(balance.inPlayMinor),
      debt: formatDecimal(balance.debtMinor),
      open_withdrawals: await withdrawals.openOf(playerId),
      wallet: balance.closed ? ('closed' as const) : balance.frozen ? ('frozen' as const) : ('open' as const),
      may: playerActs.map((act) => ({
        act,
        stops: [...standing.filter((one) => forbidsAct(one, act)).map(stopReply), ...(further[act] ?? [])],
      })),
      email: await messages.findEmail(playerId),
      closing: closing ? closingReply(closing) : null,
      suspended: closing && closing.closed_at !== null ? closing.was_suspended : !row.active,
    },
    entries: entries.map(entryReply),
  }
}
