import type { GameRound } from '@dhow/contract/catalog'
import type { NotNull } from 'kysely'
import { formatDecimal } from '@dhow/contract/money'
import { roundsAtOnce, roundsReply, type FileRound, type RoundsFile, type RoundReply } from '@dhow/contract/rounds-file'
import type { HistoryQuery } from '@dhow/contract/shapes'
import type { PlayerSession } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import type { openProviderKeys } from './provider-keys.ts'
import type { openRoundHistory } from './round-history.ts'
import { signFeed } from './sign-feed.ts'

const roundsAtMost = 5_000

/** A player's rounds with the bets of each and what it is recomputed from, so that a file of them is checked without any server. */
export function openRoundsFile(
  platform: Platform,
  keys: Awaited<ReturnType<typeof openProviderKeys>>,
  history: ReturnType<typeof openRoundHistory>,
) {
  const { db, clock, config, log } = platform

  return async function roundsFile(session: PlayerSession, query: HistoryQuery): Promise<RoundsFile> {
    const rounds: FileRound[] = []
    let cursor: string | undefined
    do {
      const page = await history(session, {
        ...query,
        limit: roundsAtOnce,
        ...(cursor === undefined ? {} : { cursor }),
      })
      rounds.push(...(await withInputs(session.playerId, page.data)))
      cursor = page.next_cursor ?? undefined
    } while (cursor !== undefined && rounds.length < roundsAtMost)
    return { format: 'dhow-rounds-1', made_at: clock.now().toISOString(), rounds: rounds.slice(0, roundsAtMost) }
  }

  async function withInputs(playerId: string, rounds: GameRound[]): Promise<FileRound[]> {
    const bets = await betsOf(playerId, rounds)
    const filled = rounds.map((round): FileRound => ({ ...round, bets: bets.get(keyOf(round)) ?? [], inputs: null }))
    const providers = await db.kysely
      .selectFrom('catalog.providers')
      .select(['code', 'adapter', 'rounds_url'])
      .where('rounds_url', 'is not', null)
      .$narrowType<{ rounds_url: NotNull }>()
      .execute()
    await Promise.all(
      providers.map(async (provider) => {
        const rounds = filled.filter((round) => round.provider === provider.code)
        const replies = await ask(provider, rounds)
        for (const [index, round] of rounds.entries()) {
          const reply = replies[index]
          round.inputs = reply?.inputs ?? null
          for (const bet of round.bets) bet.on = reply?.on[bet.id] ?? null
        }
      }),
    )
    return filled
  }

  /** A provider that does not answer leaves its rounds without inputs; the rest of the file stands. */
  async function ask(
    provider: { code: string; adapter: string; rounds_url: string },
    rounds: FileRound[],
  ): Promise<RoundReply[]> {
    if (rounds.length === 0) return []
    const asked = rounds.map(({ slug, round_id, bets }) => ({
      game: slug,
      round: round_id,
      bets: bets.map(({ id }) => id),
    }))
    const body = JSON.stringify({ rounds: asked })
    try {
      const answer = await fetch(provider.rounds_url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...signFeed(platform, keys, provider, body) },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(config.serviceTimeoutMs),
      })
      const read = roundsReply.safeParse(await answer.json())
      if (!answer.ok || !read.success) throw new Error(`status ${answer.status}`)
      return read.data.rounds.slice(0, rounds.length)
    } catch (error) {
      log.warn({ err: error, provider: provider.code }, 'a provider did not answer with the inputs of its rounds')
      return []
    }
  }

  async function betsOf(playerId: string, rounds: GameRound[]) {
    const bets = new Map<string, FileRound['bets']>()
    if (rounds.length === 0) return bets
    const ids = rounds.map(({ round_id }) => round_id)
    const rows = await db.kysely
      .selectFrom('gateway.game_transaction')
      .select(['provider_code', 'round_id', 'tx_id', 'kind', 'ref_tx_id', 'amount_minor', 'win_minor', 'bet_state'])
      .where('player_id', '=', playerId)
      .where('round_id', 'in', ids)
      .orderBy('at')
      .orderBy('tx_id')
      .execute()
    const paid = new Map<string, bigint>()
    const betKey = (provider: string, tx: string) => `${provider} ${tx}`
    for (const row of rows)
      if (row.kind === 'win' && row.ref_tx_id !== null) {
        const key = betKey(row.provider_code, row.ref_tx_id)
        paid.set(key, (paid.get(key) ?? 0n) + row.amount_minor)
      }
    for (const row of rows) {
      if (row.kind !== 'bet' && row.kind !== 'betwin') continue
      const key = keyOf({ provider: row.provider_code, round_id: row.round_id })
      const payoutMinor = row.win_minor + (paid.get(betKey(row.provider_code, row.tx_id)) ?? 0n)
      const bet: FileRound['bets'][number] = {
        id: row.tx_id,
        stake: formatDecimal(row.amount_minor),
        payout: formatDecimal(payoutMinor),
        state: row.kind === 'betwin' ? 'settled' : (row.bet_state as 'open' | 'settled' | 'rolled_back'),
        on: null,
      }
      bets.set(key, [...(bets.get(key) ?? []), bet])
    }
    return bets
  }
}

const keyOf = ({ provider, round_id }: Pick<GameRound, 'provider' | 'round_id'>): string => `${provider} ${round_id}`
