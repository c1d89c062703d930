import '../../src/features/accounts/tables.ts'
import { tokenHash } from '../../src/platform/secrets.ts'
import { newPlayer } from './fixtures.ts'
import type { Call, Client, Flow } from './flow.ts'
import type { Server } from './servers.ts'
import type { System } from './system.ts'

type Player = Awaited<ReturnType<typeof newPlayer>>

/** Ticket for a player's live stream. */
async function ticketOf(player: Player): Promise<string> {
  const answer = await player.post('/player/live-ticket')
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.json))
  return answer.json.ticket as string
}

/** Tickets of two players, in the order of their hashes and so of all indexes. */
async function ticketsInOrder(one: Player, two: Player) {
  const first = await ticketOf(one)
  for (;;) {
    const second = await ticketOf(two)
    if (Buffer.compare(tokenHash(first), tokenHash(second)) < 0) return [first, second] as const
  }
}

/**
 * Two players reconnect at once after their server has ended. One server redeems both tickets in one statement. Another
 * does the same, but row by row and in the opposite order, so that each row is a step. Each ticket opens at most one
 * stream, and there is no deadlock.
 */
export async function reconnectTogether(system: System): Promise<Flow> {
  const [one, two] = [await newPlayer(system), await newPlayer(system)]
  const tickets = await ticketsInOrder(one, two)
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
    clients: [
      client('reconnect', together),
      client('reconnect elsewhere', rowByRow),
      client('reconnect again', together),
    ],
    async check() {
      const left = await system.world.db.kysely
        .selectFrom('accounts.live_ticket')
        .select('player_id')
        .where('ticket_hash', 'in', tickets.map(tokenHash))
        .execute()
      const twice = [one, two].filter(({ id }) => admitted.filter((playerId) => playerId === id).length > 1)
      return [
        ...(left.length > 0 ? [`${left.length} redeemed tickets are still valid`] : []),
        ...(twice.length > 0 ? ['a ticket opened two streams'] : []),
      ]
    },
  }
}
