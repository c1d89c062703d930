import type { GameRound } from '@dhow/contract/catalog'
import type { NotNull } from 'kysely'
import { roundsAtOnce, type FileRound, type RoundsFile } from '@dhow/contract/rounds-file'
import type { PlayerSession } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { askRoundInputs } from './ask-round-inputs.ts'
import { betsOfRounds, roundKey } from './bets-of-rounds.ts'
import type { openProviderKeys } from './provider-keys.ts'
import type { Asked, openRoundHistory } from './round-history.ts'

const maxRounds = 5_000

/** A player's rounds with their bets and the inputs to recompute them, so that the file can be verified offline. */
export function openRoundsFile(
  platform: Platform,
  keys: Awaited<ReturnType<typeof openProviderKeys>>,
  history: ReturnType<typeof openRoundHistory>,
) {
  const { db, clock } = platform

  return async function roundsFile(session: PlayerSession, query: Asked): Promise<RoundsFile> {
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
    } while (cursor !== undefined && rounds.length < maxRounds)
    return { format: 'dhow-rounds-2', made_at: clock.now().toISOString(), rounds: rounds.slice(0, maxRounds) }
  }

  async function withInputs(playerId: string, rounds: GameRound[]): Promise<FileRound[]> {
    const bets = await betsOfRounds(db.kysely, playerId, rounds)
    const filled = rounds.map((round): FileRound => ({ ...round, bets: bets.get(roundKey(round)) ?? [], inputs: null }))
    const providers = await db.kysely
      .selectFrom('catalog.providers')
      .select(['code', 'adapter', 'rounds_url'])
      .where('rounds_url', 'is not', null)
      .$narrowType<{ rounds_url: NotNull }>()
      .execute()
    await Promise.all(
      providers.map(async (provider) => {
        const rounds = filled.filter((round) => round.provider === provider.code)
        const replies = await askRoundInputs({ platform, keys }, provider, rounds)
        for (const [index, round] of rounds.entries()) {
          const reply = replies[index]
          round.inputs = reply?.inputs ?? null
          for (const bet of round.bets) bet.on = reply?.on[bet.id] ?? null
        }
      }),
    )
    return filled
  }
}
