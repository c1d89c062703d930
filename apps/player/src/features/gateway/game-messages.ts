import { fieldsOf } from '@dhow/contract/records'

/** Messages of a game's page; docs/concepts/gateway.md lists them. */
export interface GameMessage {
  type: 'dhow:ready' | 'dhow:round-net' | 'dhow:bet-refused' | 'dhow:tools'
  code?: string
  sound?: unknown
  menu?: unknown
}

/** Reasons to stop a game's autoplay, shown by the game. */
export type StopReason = 'reminder' | 'refused' | 'signed_out'

/** Messages from the portal to a game's page. */
export type MessageToGame =
  | { type: 'dhow:stop-autoplay'; why: StopReason }
  | { type: 'dhow:tools-shown'; shown: boolean }
  | { type: 'dhow:sound'; on: boolean }
  | { type: 'dhow:open-tool'; id: string }

/**
 * Listens to messages of the game's page on that origin. They decide what is shown, never about money.
 * @returns stops it
 */
export function onGameMessage(origin: string, onMessage: (message: GameMessage) => void): () => void {
  const receive = ({ data, origin: from }: MessageEvent<unknown>) => {
    if (from === origin && isGameMessage(data)) onMessage(data)
  }
  addEventListener('message', receive)
  return () => removeEventListener('message', receive)
}

const isGameMessage = (data: unknown): data is GameMessage =>
  typeof data === 'object' && data !== null && 'type' in data && typeof data.type === 'string'

/** Controls of a game that the portal's bar shows: sound on or off, if it has any, and menu entries. */
export interface GameToolset {
  sound: boolean | undefined
  menu: { id: string; label: string }[]
}

/** Longer menus are refused. */
const mostEntries = 6
const longestLabel = 40

/** Parses the tools of a message; undefined if malformed. */
export function toolsOf({ sound, menu }: GameMessage): GameToolset | undefined {
  if (sound !== undefined && typeof sound !== 'boolean') return undefined
  if (!Array.isArray(menu) || menu.length > mostEntries) return undefined
  const entries = menu.flatMap((entry: unknown) => {
    const { id, label } = fieldsOf(entry)
    return isShort(id) && isShort(label) ? [{ id, label: label.trim() }] : []
  })
  return entries.length === menu.length ? { sound, menu: entries } : undefined
}

const isShort = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= longestLabel
