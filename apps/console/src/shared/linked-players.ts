import { queryOptions } from '@tanstack/react-query'
import type { LinkedState } from '@dhow/contract/player-links'
import { call } from './api.ts'

/** Anchor of the linked players on a player's page. */
export const linksAnchor = 'links'

/** States that block a player; the others are only warnings. */
export const blockingStates: ReadonlySet<LinkedState> = new Set<LinkedState>([
  'self_excluded',
  'play_blocked',
  'number_blocked',
])
export const isBlocked = ({ states }: { states: readonly LinkedState[] }) =>
  states.some((state) => blockingStates.has(state))

/** Query of a player's linked players, shared with the withdrawal screen. */
export const linksQuery = (playerId: string) =>
  queryOptions({
    queryKey: ['player', playerId, 'links'],
    queryFn: () => call('playerLinks', { params: { id: playerId } }),
    staleTime: 60_000,
  })
