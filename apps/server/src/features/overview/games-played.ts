import { sql } from 'kysely'
import type { Winner } from '@dhow/contract/catalog'
import { formatDecimal, type Currency } from '@dhow/contract/money'
import type { Market, OtherNames } from '@dhow/contract/shapes'
import type { Platform } from '../../platform/platform.ts'
import { gameReply, type GameRow } from '../catalog/index.ts'
import { markets } from '../portal/index.ts'

const maxRecent = 20
const winnersShown = 20
/** Transfers searched for winners, from the newest back. */
const maxTransfersRead = 4_000
const winnersKeptMs = 5_000

/** Recent rounds of one player, and large wins of all players. */
export function openGamesPlayed({ db, clock }: Platform) {
  /** By market; undefined means all markets. */
  const kept = new Map<Market | undefined, { atMs: number; winners: Promise<Winner[]> }>()

  return {
    /** Games that the player opened last, each once. */
    async recent(playerId: string) {
      const { rows } = await sql<GameRow & { provider_name: string; played_at: Date }>`
        select game.*, provider.name as provider_name, last.played_at
        from (
          select game_id, max(opened_at) as played_at
          from (select game_id, opened_at from gateway.sessions where player_id = ${playerId} order by id desc limit 300) lately
          group by game_id order by played_at desc limit ${maxRecent}
        ) last
        join catalog.games game on game.id = last.game_id and game.enabled
        join catalog.providers provider on provider.code = game.provider_code and provider.enabled
        order by last.played_at desc`.execute(db.kysely)
      return rows.map((row) => ({ ...gameReply(row, row.provider_name), played_at: row.played_at.toISOString() }))
    },

    /** The latest rounds that paid more than their stake, of a market or all; queried every few seconds at most. */
    winners(market?: Market): Promise<Winner[]> {
      const nowMs = clock.monotonicMs()
      const last = kept.get(market)
      if (last && nowMs - last.atMs < winnersKeptMs) return last.winners
      const winners = readWinners(market && markets[market].currency)
      kept.set(market, { atMs: nowMs, winners })
      // Do not cache a failure: the next visitor tries again.
      winners.catch(() => kept.delete(market))
      return winners
    },
  }

  /** Reads the ledger backwards: postings of wins name the provider's transaction, which names the round. */
  async function readWinners(currency: Currency | undefined): Promise<Winner[]> {
    const { rows } = await sql<WinnerRow>`
      select distinct on (round.id) round.id, round.currency, round.stake_minor - round.returned_minor as stake, round.payout_minor as payout,
        coalesce(round.ended_at, round.started_at) as at, player.player_name, game.name, game.names, game.slug, game.tile
      from (
        select id, posting_id, player_id from ledger.transfers
        where id > (select coalesce(max(id), 0) from ledger.transfers) - ${maxTransfersRead} and credit = 'cash' and debit like 'gaming_result:%'
      ) win
      join ledger.postings posting on posting.id = win.posting_id
      join gateway.transactions moved
        on moved.provider_code = split_part(posting.key, ':', 2)
        and moved.tx_id = substr(posting.key, length('game:' || split_part(posting.key, ':', 2)) + 2)
      join gateway.rounds round
        on round.player_id = win.player_id and round.provider_code = moved.provider_code and round.round_id = moved.round_id
      join catalog.games game on game.id = round.game_id
      join accounts.player_card player on player.id = round.player_id
      where round.open_bets = 0 and round.payout_minor > round.stake_minor - round.returned_minor
        and round.currency = coalesce(${currency ?? null}, round.currency)
      order by round.id desc limit ${winnersShown}`.execute(db.kysely)
    return rows
      .sort((a, b) => b.at.getTime() - a.at.getTime())
      .map((row) => ({
        player: shortName(row.player_name),
        game: row.name,
        ...(Object.keys(row.names).length > 0 ? { names: row.names } : {}),
        slug: row.slug,
        tile: row.tile,
        stake: formatDecimal(row.stake),
        payout: formatDecimal(row.payout),
        currency: row.currency,
        at: row.at.toISOString(),
      }))
  }
}

interface WinnerRow {
  id: string
  currency: Currency
  stake: bigint
  payout: bigint
  at: Date
  player_name: string
  name: string
  names: OtherNames
  slug: string
  tile: string
}

/** Masked name for others: two letters and a fixed number of dots. */
export const shortName = (name: string): string => `${name.slice(0, 2)}•••`
