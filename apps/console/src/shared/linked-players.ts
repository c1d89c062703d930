import { queryOptions } from '@tanstack/react-query'
import type { LinkedState } from '@dhow/contract/player-links'
import { call } from './api.ts'

/** Part of the address that leads to the links on a player's page. */
export const linksAnchor = 'links'

/** States that keep somebody out; the others only slow them down. */
export const keptOut: ReadonlySet<LinkedState> = new Set<LinkedState>([
  'self_excluded',
  'play_blocked',
  'number_blocked',
])
export const isKeptOut = ({ states }: { states: readonly LinkedState[] }) => states.some((state) => keptOut.has(state))

/** Linked players of a player; a withdrawal of theirs counts the same. */
export const linksQuery = (playerId: string) =>
  queryOptions({
    queryKey: ['player', playerId, 'links'],
    queryFn: () => call('playerLinks', { params: { id: playerId } }),
    staleTime: 60_000,
  })
