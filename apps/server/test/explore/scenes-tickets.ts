import '../../src/features/accounts/tables.ts'
import { tokenHash } from '../../src/platform/secrets.ts'
import type { Lab } from './lab.ts'
import type { Server } from './servers.ts'
import { newPlayer, type Call, type Client, type Scene } from './stage.ts'

type Page = Awaited<ReturnType<typeof newPlayer>>

/** A ticket of a player's live stream. */
async function ticketOf(player: Page): Promise<string> {
  const answer = await player.post('/player/live-ticket')
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.json))
  return answer.json.ticket as string
}

/** Tickets of two players whose hashes are in this order, so that all indexes have them in it too. */
async function ticketsOf(one: Page, two: Page) {
  const first = await ticketOf(one)
  for (;;) {
    const second = await ticketOf(two)
    if (Buffer.compare(tokenHash(first), tokenHash(second)) < 0) return [first, second] as const
  }
}

/**
 * Two pages whose server has ended come back at once. One server takes their tickets in one statement; the statement of another, which has both too, is
 * a step for each of its rows here, in the other order. Each ticket opens one stream, and nobody waits for good.
 */
export async function returnTogether(lab: Lab): Promise<Scene> {
  const [one, two] = [await newPlayer(lab), await newPlayer(lab)]
  const tickets = await ticketsOf(one, two)
  const admitted: string[] = []
  const call = (work: (server: Server) => Promise<unknown>): Call => ({
    path: 'live ticket',
    async work(server) {
      await work(server)
      return { status: 200, json: undefined, headers: {} }
    },
  })
  const together = call(({ app: { features } }) =>
    Promise.all(
      tickets.map(async (ticket) => {
        const admission = await features.accounts.sessions.redeemTicket(ticket)
        if (admission) admitted.push(admission.playerId)
      }),
    ),
  )
  const rowByRow = call(({ platform }) =>
    platform.db.transaction(async (tx) => {
      for (const ticket of [...tickets].reverse())
        await tx.deleteFrom('accounts.live_ticket').where('ticket_hash', '=', tokenHash(ticket)).execute()
    }),
  )
  const client = (name: string, made: Call): Client => ({ name, act: async (send) => void (await send(made)) })
  return {
    clients: [client('return', together), client('return elsewhere', rowByRow), client('return again', together)],
    async judge() {
      const left = await lab.world.db.kysely
        .selectFrom('accounts.live_ticket')
        .select('player_id')
        .where('ticket_hash', 'in', tickets.map(tokenHash))
        .execute()
      const twice = [one, two].filter(({ id }) => admitted.filter((playerId) => playerId === id).length > 1)
      return [
        ...(left.length > 0 ? [`${left.length} tickets that were shown are still good`] : []),
        ...(twice.length > 0 ? ['a ticket opened two streams'] : []),
      ]
    },
  }
}
