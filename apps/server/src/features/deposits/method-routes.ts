import * as contract from '@dhow/contract/methods'
import { done } from '../../platform/http/call.ts'
import type { Listener } from '../../platform/http/listener.ts'
import type { Deposits } from './index.ts'

export function serveMethodDesk({ serve }: Listener, desk: Deposits['desk']) {
  serve(contract.staffPaymentMethods, async () => ({ ...done, ...(await desk.list()) }))
  serve(contract.switchMarket, async ({ params, body, staff }) => {
    await desk.switchMarket(params.market, staff, body)
    return done
  })
  serve(contract.switchMethod, async ({ params, body, staff }) => {
    await desk.switchMethod(params.code, staff, body)
    return done
  })
  serve(contract.updateMethod, async ({ params, body, staff }) => {
    await desk.update(params.code, staff, body)
    return done
  })
  serve(contract.addDetail, async ({ params, body, staff }) => {
    await desk.addDetail(params.code, staff, body)
    return done
  })
  serve(contract.updateDetail, async ({ params, body, staff }) => ({
    ...done,
    waits: await desk.updateDetail(Number(params.id), staff, body),
  }))
  serve(contract.switchDetail, async ({ params, body, staff }) => {
    await desk.switchDetail(Number(params.id), staff, body)
    return done
  })
}
