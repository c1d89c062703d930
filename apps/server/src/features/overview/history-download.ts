import { playerTexts, sentenceOf } from '../../platform/texts.ts'
import { type PlayerText } from '@dhow/contract/player-texts'
import { formatDecimal } from '@dhow/contract/money'
import type { HistoryQuery } from '@dhow/contract/shapes'
import type { PlayerSession } from '../../platform/http/call.ts'
import { period } from '../../platform/pages.ts'
import { csvOf } from '../../platform/csv.ts'
import type { OverviewParts } from './parts.ts'

export type HistoryKind = 'deposits' | 'withdrawals' | 'games' | 'wallet'

const rowsAtMost = 10_000
const pageSize = 500

type Parts = Pick<OverviewParts, 'platform' | 'accounts' | 'wallet' | 'deposits' | 'withdrawals' | 'gateway'>

/** A player's history as CSV, the newest first: the same rows as the screens show, with texts in the player's language. */
export function openHistoryDownload(parts: Parts, catalogues = playerTexts) {
  const { wallet, deposits, withdrawals, gateway } = parts
  const { db } = parts.platform
  type Sheet = (
    session: PlayerSession,
    query: HistoryQuery,
    say: (text: PlayerText) => string,
  ) => Promise<(string | null)[][]>
  const sheets: Record<HistoryKind, Sheet> = {
    async deposits({ playerId }, query, say) {
      const rows = await allPages(query, (page) => deposits.reader.history(playerId, page))
      return [
        [
          'id',
          'submitted_at',
          'updated_at',
          'method',
          'reference',
          'declared',
          'credited',
          'currency',
          'status',
          'reason',
        ],
        ...rows.map((row) => [
          row.id,
          row.submitted_at,
          row.updated_at,
          row.method,
          row.utr,
          row.declared_amount,
          row.credited_amount,
          row.currency,
          row.status,
          row.reason && say(row.reason),
        ]),
      ]
    },
    async withdrawals({ playerId }, query, say) {
      const rows = await allPages(query, (page) => withdrawals.reader.history(playerId, page))
      return [
        [
          'id',
          'requested_at',
          'updated_at',
          'account',
          'amount',
          'fee',
          'currency',
          'status',
          'payment_reference',
          'reason',
        ],
        ...rows.map((row) => [
          row.id,
          row.requested_at,
          row.updated_at,
          `${row.account.label} ${row.account.number}`,
          row.amount,
          row.fee,
          row.currency,
          row.status,
          row.payment_reference,
          row.reason && say(row.reason),
        ]),
      ]
    },
    async games(session, query) {
      const rows = await allPages(query, (page) => gateway.history(session, page))
      return [
        [
          'id',
          'started_at',
          'ended_at',
          'game',
          'round',
          'stake',
          'payout',
          'net',
          'currency',
          'state',
          'balance_after',
          'proof_url',
        ],
        ...rows.map((row) => [
          row.id,
          row.started_at,
          row.ended_at,
          row.game,
          row.round_id,
          row.stake,
          row.payout,
          row.net,
          row.currency,
          row.state,
          row.balance_after,
          row.proof_url,
        ]),
      ]
    },
    async wallet({ playerId, currency }, query) {
      const { from, until } = period(query)
      const rows: string[][] = []
      let beforeId: bigint | undefined
      while (rows.length < rowsAtMost) {
        const page = await wallet.entries(db.kysely, playerId, { limit: pageSize, beforeId })
        for (const entry of page) {
          if ((from && entry.at < from) || (until && entry.at >= until)) continue
          rows.push([
            `tr_${entry.id}`,
            entry.at.toISOString(),
            entry.reason,
            entry.account,
            formatDecimal(entry.amountMinor),
            formatDecimal(entry.balanceAfterMinor),
            currency,
          ])
        }
        const last = page.at(-1)
        if (page.length < pageSize || !last || (from && last.at < from)) break
        beforeId = last.id
      }
      return [['id', 'at', 'kind', 'account', 'amount', 'balance_after', 'currency'], ...rows.slice(0, rowsAtMost)]
    },
  }
  return async (session: PlayerSession, kind: HistoryKind, query: HistoryQuery) => {
    const { preferences } = await parts.accounts.preferences.read(session.playerId)
    const say = (text: PlayerText) => sentenceOf(text, catalogues[preferences.language])
    return csvOf(await sheets[kind](session, query, say))
  }
}

async function allPages<Row>(
  query: HistoryQuery,
  read: (query: HistoryQuery) => Promise<{ data: Row[]; next_cursor: string | null }>,
): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | undefined
  do {
    const page = await read({ ...query, limit: pageSize, ...(cursor === undefined ? {} : { cursor }) })
    rows.push(...page.data)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined && rows.length < rowsAtMost)
  return rows.slice(0, rowsAtMost)
}
