import { required } from '../../platform/required.ts'
import type { ImportParts } from './parts.ts'
import { boundedText } from '../../platform/ask-service.ts'
import type { ProviderRow } from './tables.ts'
import { page } from './sort-feed.ts'

const pagesAtMost = 100

const pageBytesAtMost = 4_000_000

const gamesAtMost = 50_000

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

export async function readFeed({ sign, platform: { config } }: ImportParts, provider: ProviderRow) {
  const games: unknown[] = []
  let cursor: string | null | undefined
  for (let count = 0; count < pagesAtMost; count++) {
    const url = new URL(required(provider.feed_url, 'feed of the provider'))
    if (cursor) url.searchParams.set('cursor', cursor)
    const answer = await fetch(url, {
      headers: sign(provider, url.pathname + url.search),
      redirect: 'error',
      signal: AbortSignal.timeout(config.serviceTimeoutMs),
    })
    if (!answer.ok) throw new Error(`The feed answered with status ${answer.status}.`)
    const body = await boundedText(answer, pageBytesAtMost)
    if (body === undefined) throw new Error('A page of the feed is too large.')
    const read = page.safeParse(jsonOf(body))
    if (!read.success) throw new Error('The feed is not in the form that is agreed.')
    if (games.length + read.data.games.length > gamesAtMost)
      throw new Error(`The feed lists more than ${gamesAtMost} games.`)
    games.push(...read.data.games)
    cursor = read.data.next
    if (!cursor) return games
  }
  throw new Error('The feed has no end.')
}
