import type { ToEveryPage } from './messages.ts'

/** Priority of a message: events of the game at once, figures between other work. */
export type Priority = 'now' | 'soon'

/** A page's WebSocket request, passed by the studio to an edge with the socket. */
export interface Upgrade {
  page: number
  room: string
  /** The headers of the WebSocket handshake. */
  headers: Record<string, string>
  /** Bytes received after the request, in base64. */
  head: string
}

/** Commands of the studio to an edge. `text` is a message to a page, as JSON. */
export type ToEdge =
  | { t: 'send'; pages: number[]; text: string }
  | { t: 'broadcast'; room: string; text: string; priority: Priority }
  /** The page has a seat: send it its room's broadcasts from now on. */
  | { t: 'join'; page: number }
  /** The page's last message. */
  | { t: 'leave'; page: number; text: string }
  /** The last message of all pages; then the edge ends. */
  | { t: 'stop'; text: string }

export type FromEdge =
  /** Sent once the edge accepts connections, then every second. */
  { t: 'alive' } | { t: 'message'; page: number; text: string } | { t: 'closed'; page: number }

/** Last message before a page's connection closes. */
export const byeText = (code: Extract<ToEveryPage, { t: 'bye' }>['code']): string =>
  JSON.stringify({ t: 'bye', code } satisfies ToEveryPage)
