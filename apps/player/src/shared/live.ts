import { openLiveStream } from '@dhow/client/live-stream'
import { call } from './api.ts'

type StreamOptions = Parameters<typeof openLiveStream>[0]

/** For a metered connection. */
const saverWaitsMs = [3_000, 10_000, 30_000, 60_000]

/**
 * Opens the tab's one live stream; the returned function closes it.
 * @param saver reconnects less often, and holds no connection while the tab is hidden
 */
export function openLive({
  saver,
  ...handlers
}: Pick<StreamOptions, 'onEvent' | 'onUnread' | 'onBalance' | 'onGap' | 'isCurrent' | 'resumed'> & {
  saver: boolean
}): () => void {
  const stream = openLiveStream({
    ...handlers,
    origin: location.origin.replace(/^http/, 'ws'),
    ticket: async () => (await call('liveTicket', { body: {} })).ticket,
    ...(saver ? { waitsMs: saverWaitsMs, mayReconnect: () => !document.hidden } : {}),
  })
  if (!saver) return stream.close
  const onVisibility = () => (document.hidden ? stream.disconnect() : stream.reconnect())
  document.addEventListener('visibilitychange', onVisibility)
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    stream.close()
  }
}
