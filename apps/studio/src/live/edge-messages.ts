import type { ToEveryPage } from './messages.ts'

/** How soon a message has to arrive: an event of the game before anything else, figures beside it between other work. */
export type Priority = 'now' | 'soon'

/** A page's request to open a live connection, as the studio passes it to an edge together with the socket. */
export interface Upgrade {
  page: number
  room: string
  /** The headers of the WebSocket handshake. */
  headers: Record<string, string>
  /** Bytes that came behind the request, in base64. */
  head: string
}

/** Commands of the studio to an edge. `text` is a message to a page, as JSON. */
export type ToEdge =
  | { t: 'send'; pages: number[]; text: string }
  | { t: 'broadcast'; room: string; text: string; priority: Priority }
  /** The page has a seat: from now on it gets its room's broadcasts. */
  | { t: 'join'; page: number }
  /** The page's last message. */
  | { t: 'leave'; page: number; text: string }
  /** The last message of all pages; then the edge ends. */
  | { t: 'stop'; text: string }

export type FromEdge =
  /** Once when the edge accepts connections, and then every second. */
  { t: 'alive' } | { t: 'message'; page: number; text: string } | { t: 'closed'; page: number }

/** The message that ends a page's connection. */
export const byeText = (code: Extract<ToEveryPage, { t: 'bye' }>['code']): string =>
  JSON.stringify({ t: 'bye', code } satisfies ToEveryPage)
