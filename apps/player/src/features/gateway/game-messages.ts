export interface GameMessage {
  type: 'dhow:ready' | 'dhow:round-net' | 'dhow:bet-refused'
  code?: string
}

/**
 * Messages from the game's page of that origin, until the returned function is called. They decide what is shown, and nothing about money.
 * @returns ends it
 */
export function onGameMessage(origin: string, hear: (message: GameMessage) => void): () => void {
  const receive = ({ data, origin: from }: MessageEvent<unknown>) => {
    if (from === origin && isGameMessage(data)) hear(data)
  }
  addEventListener('message', receive)
  return () => removeEventListener('message', receive)
}

const isGameMessage = (data: unknown): data is GameMessage =>
  typeof data === 'object' && data !== null && 'type' in data && typeof data.type === 'string'
