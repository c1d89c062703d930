export interface GameMessage {
  type: 'dhow:ready' | 'dhow:round-net' | 'dhow:bet-refused'
  code?: string
}

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
