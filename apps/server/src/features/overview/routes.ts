import * as contract from '@dhow/contract/staff'
import { done } from '../../platform/http/call.ts'
import type { Door } from '../../platform/http/door.ts'
import type { Overview } from './index.ts'

export function serveOverview({ console: { serve } }: { console: Door }, overview: Overview) {
  serve(contract.staffMe, async ({ staff }) => ({ ...done, ...(await overview.me(staff)) }))
  serve(contract.staffHealth, async () => ({ ...done, ...(await overview.health()) }))
  serve(contract.staffPlayers, async ({ query }) => ({ ...done, ...(await overview.players(query)) }))
  serve(contract.staffPlayer, async ({ params }) => ({ ...done, ...(await overview.player(params.id)) }))
  serve(contract.setPlayerActive, async ({ params, staff, body }) => {
    await overview.setPlayerActive(params.id, staff, body)
    return done
  })
}
