import { operatorText, type OperatorText } from '@dhow/contract/operator-texts'
import { required } from '../../platform/required.ts'
import type { ImportParts } from './parts.ts'
import { boundedText } from '../../platform/ask-service.ts'
import type { ProviderRow } from './tables.ts'
import { page } from './sort-feed.ts'

const maxPages = 100

const maxPageBytes = 4_000_000

const maxGames = 50_000

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** Entries of a provider's list, or why it cannot be read. @throws what `fetch` throws */
export async function readFeed(
  { sign, platform: { config } }: ImportParts,
  provider: ProviderRow,
): Promise<unknown[] | OperatorText> {
  const games: unknown[] = []
  let cursor: string | null | undefined
  for (let count = 0; count < maxPages; count++) {
    const url = new URL(required(provider.feed_url, 'feed of the provider'))
    if (cursor) url.searchParams.set('cursor', cursor)
    const answer = await fetch(url, {
      headers: sign(provider, url.pathname + url.search),
      redirect: 'error',
      signal: AbortSignal.timeout(config.serviceTimeoutMs),
    })
    if (!answer.ok) return operatorText('feed_status', { status: String(answer.status) })
    const body = await boundedText(answer, maxPageBytes)
    if (body === undefined) return operatorText('feed_page_large', {})
    const read = page.safeParse(parseJson(body))
    if (!read.success) return operatorText('feed_malformed', {})
    if (games.length + read.data.games.length > maxGames)
      return operatorText('feed_too_long', { most: String(maxGames) })
    games.push(...read.data.games)
    cursor = read.data.next
    if (!cursor) return games
  }
  return operatorText('feed_endless', {})
}
