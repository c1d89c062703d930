import { readEarlierInputs, roundsReply, type FileRound, type RoundReply } from '@dhow/contract/rounds-file'
import type { Platform } from '../../platform/platform.ts'
import type { openProviderKeys } from './provider-keys.ts'
import { signFeed } from './sign-feed.ts'

/** Fetches the inputs to recompute rounds from their provider. Without an answer the file omits them. */
export async function askRoundInputs(
  { platform, keys }: { platform: Platform; keys: Awaited<ReturnType<typeof openProviderKeys>> },
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
      signal: AbortSignal.timeout(platform.config.serviceTimeoutMs),
    })
    const read = roundsReply.safeParse(JSON.parse(await answer.text(), readEarlierInputs))
    if (!answer.ok || !read.success) throw new Error(`status ${answer.status}`)
    return read.data.rounds.slice(0, rounds.length)
  } catch (error) {
    platform.log.warn({ err: error, provider: provider.code }, 'a provider did not return the inputs of its rounds')
    return []
  }
}
