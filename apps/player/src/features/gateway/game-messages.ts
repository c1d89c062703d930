import { fieldsOf } from '@dhow/contract/records'

/** Messages of a game's page; docs/concepts/gateway.md lists them. */
export interface GameMessage {
  type: 'dhow:ready' | 'dhow:round-net' | 'dhow:bet-refused' | 'dhow:tools'
  code?: string
  sound?: unknown
  menu?: unknown
}

/** Messages of the portal to a game's page. */
export type MessageToGame =
  | { type: 'dhow:stop-autoplay' }
  | { type: 'dhow:tools-shown'; shown: boolean }
  | { type: 'dhow:sound'; on: boolean }
  | { type: 'dhow:open-tool'; id: string }

/**
 * Messages from the game's page of that origin, which decide what is shown, and nothing about money.
 * @returns a function that ends it
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

/** Tools that a game lends to the portal's row: its sound, on or off where it has one, and the entries of its menu. */
export interface LentTools {
  sound: boolean | undefined
  menu: { id: string; label: string }[]
}

/** More entries, or longer ones, are no menu. */
const mostEntries = 6
const longestLabel = 40

/** The tools that a message names; undefined where it is none of that form. */
export function toolsOf({ sound, menu }: GameMessage): LentTools | undefined {
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
