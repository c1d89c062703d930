import { formatDecimal } from '@dhow/contract/money'
import * as contract from '@dhow/contract/free-rounds'
import { done } from '../../platform/http/call.ts'
import type { Listener } from '../../platform/http/listener.ts'
import type { Rewards } from './index.ts'

export function serveFreeRounds(
  { portal, console }: { portal: Listener; console: Listener },
  { freeRounds, liability }: Pick<Rewards, 'freeRounds' | 'liability'>,
) {
  portal.serve(contract.freeRounds, async ({ session }) => ({
    ...done,
    grants: await freeRounds.ofPlayer(session.playerId),
  }))
  console.serve(contract.staffFreeRounds, async ({ query }) => ({ ...done, ...(await freeRounds.list(query)) }))
  console.serve(contract.freeRoundLiability, async ({ body }) => {
    const { market, maxWinMinor, stakedMinor, barred } = await freeRounds.weigh(body)
    return { ...done, ...liability('gift_create', market, maxWinMinor), staked: formatDecimal(stakedMinor), barred }
  })
  console.serve(contract.grantFreeRounds, async ({ body, staff }) => {
    const grantId = await freeRounds.give(body, staff)
    return {
      ...done,
      waits: grantId === undefined,
      grant: grantId === undefined ? null : await freeRounds.read(grantId),
    }
  })
  console.serve(contract.stopFreeRounds, async ({ params, body, staff }) => ({
    ...done,
    grant: await freeRounds.stop(params.id, staff.operatorId, body.reason),
  }))
}
