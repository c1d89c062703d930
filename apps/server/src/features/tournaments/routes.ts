import * as desk from '@dhow/contract/tournament-desk'
import * as contract from '@dhow/contract/tournaments'
import { done } from '../../platform/http/call.ts'
import type { Listener } from '../../platform/http/listener.ts'
import { marketOfCountry } from '../portal/index.ts'
import type { Tournaments } from './index.ts'

export function serveTournaments(listeners: { portal: Listener; console: Listener }, tournaments: Tournaments) {
  const { serve } = listeners.portal
  serve(contract.tournaments, async ({ query, session, country }) => {
    const market = session?.market ?? query.market ?? marketOfCountry(country) ?? 'NA'
    return { ...done, ...(await tournaments.list({ market, playerId: session?.playerId })) }
  })
  serve(contract.tournament, async ({ params, session }) => ({
    ...done,
    ...(await tournaments.read(params.id, { market: session?.market ?? 'NA', playerId: session?.playerId })),
  }))
  serve(contract.joinTournament, async ({ params, body, session }) => ({
    ...done,
    tournament: await tournaments.join(session, params.id, body),
  }))
  serve(contract.leaveTournament, async ({ params, session }) => ({
    ...done,
    tournament: await tournaments.leave(session, params.id),
  }))
  serve(contract.claimPrize, async ({ params, session }) => ({
    ...done,
    tournament: await tournaments.claim(session, params.id),
  }))
  serveDesk(listeners.console, tournaments)
}

function serveDesk({ serve }: Listener, { desk: tournaments }: Tournaments) {
  serve(desk.staffTournaments, async () => ({ ...done, tournaments: await tournaments.list() }))
  serve(desk.staffRanking, async ({ params }) => ({ ...done, ...(await tournaments.ranking(params.id)) }))
  serve(desk.createTournament, async ({ body, staff }) => ({ ...done, tournament: await tournaments.add(body, staff) }))
  serve(desk.changeTournament, async ({ params, body, staff }) => ({
    ...done,
    tournament: await tournaments.change(params.id, body, staff),
  }))
  serve(desk.tournamentLiability, async ({ body }) => ({ ...done, ...tournaments.liability(body) }))
  serve(desk.startTournament, async ({ params, staff }) => ({
    ...done,
    ...(await tournaments.start(params.id, staff)),
  }))
  serve(desk.pauseTournament, async ({ params, body, staff }) => ({
    ...done,
    tournament: await tournaments.pause(params.id, body.paused, staff),
  }))
  serve(desk.cancelTournament, async ({ params, body, staff }) => ({
    ...done,
    tournament: await tournaments.cancel(params.id, body.reason, staff),
  }))
  serve(desk.endTournament, async ({ params, body, staff }) => ({
    ...done,
    tournament: await tournaments.end(params.id, body.reason, staff),
  }))
}
