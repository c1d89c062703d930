import type { QueryClient } from '@tanstack/react-query'
import type { ShowToast } from '@dhow/ui/toast'
import { call } from './api.ts'
import type { LiveEvent } from '@dhow/contract/live'
import { loadTexts, translate } from './translate.ts'

/** Shows a toast for a live event, unless the player switched those off. */
export async function showNews(message: LiveEvent, toast: ShowToast, client: QueryClient) {
  const news = describeNews(message)
  if (!news) return
  const wanted = await client
    .fetchQuery({
      queryKey: ['preferences'],
      queryFn: async () => (await call('getPreferences')).preferences,
      staleTime: Infinity,
    })
    // If the request fails, show the toast.
    .catch(() => undefined)
  if (!(wanted?.notifications[news.about] ?? true)) return
  await loadTexts().catch(() => undefined)
  const text = translate(news.text)
  if (text !== '') toast(text, news.tone)
}

/** Events with a toast: final states and gifts. Steps before them are in the history. */
function describeNews(message: LiveEvent) {
  if (message.type === 'notice') return { about: 'rewards' as const, text: message.text, tone: 'good' as const }
  if (message.type !== 'deposit' && message.type !== 'withdrawal') return undefined
  const about = message.type === 'deposit' ? ('deposits' as const) : ('withdrawals' as const)
  if (message.status === 'completed') return { about, text: message.text, tone: 'good' as const }
  const isEnd = message.status === 'rejected' || message.status === 'expired' || message.status === 'reversed'
  return isEnd ? { about, text: message.text, tone: 'bad' as const } : undefined
}
