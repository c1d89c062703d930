import { createHmac } from 'node:crypto'
import type { Browser } from './browser.ts'
import type { SeedWorld } from './open-world.ts'

/** Launches a game for a player and makes its signed calls, as its provider does. */
export async function openGame(world: SeedWorld, browser: Browser, game: string, currency: string) {
  const { url } = await browser.post(`/games/${game}/launch`)
  const token = new URL(url).searchParams.get('token')
  const { session, balance } = await callAsStudio(world, 'authenticate', { token })
  const about = { session, game, currency }
  return {
    balance: balance ?? 0,
    /** Plays one round. @returns the balance afterwards, or undefined if it was refused */
    async round(roundId: string, betAmount: number, winAmount: number): Promise<number | undefined> {
      const reply = await callAsStudio(world, 'betwin', { ...about, txId: roundId, roundId, betAmount, winAmount })
      return reply.code === 'ok' ? reply.balance : undefined
    },
    bet: (roundId: string, amount: number) =>
      callAsStudio(world, 'bet', { ...about, txId: `${roundId}-bet`, roundId, amount }),
    win: (roundId: string, amount: number) =>
      callAsStudio(world, 'win', { ...about, txId: `${roundId}-win`, refTxId: `${roundId}-bet`, roundId, amount }),
  }
}

/** Makes a call as the studio, signed by the wallet protocol. */
async function callAsStudio(world: SeedWorld, call: string, body: object) {
  const text = JSON.stringify(body)
  const timestamp = String(world.clock.now().getTime())
  const answer = await fetch(`${world.origins.portal}/api/v1/dhow/gateway/dhow/${call}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-provider': 'dhow-studio',
      'x-timestamp': timestamp,
      'x-signature': createHmac('sha256', world.studioKey).update(`${timestamp}.${text}`).digest('hex'),
    },
    body: text,
  })
  return (await answer.json()) as { code: string; session?: string; balance?: number }
}
