import * as contract from '@dhow/contract/methods'
import { done } from '../../platform/http/call.ts'
import type { Listener } from '../../platform/http/listener.ts'
import type { Deposits } from './index.ts'

export function serveMethodAdmin({ serve }: Listener, admin: Deposits['admin']) {
  serve(contract.staffPaymentMethods, async () => ({ ...done, ...(await admin.list()) }))
  serve(contract.switchMarket, async ({ params, body, staff }) => {
    await admin.switchMarket(params.market, staff, body)
    return done
  })
  serve(contract.switchMethod, async ({ params, body, staff }) => {
    await admin.switchMethod(params.code, staff, body)
    return done
  })
  serve(contract.updateMethod, async ({ params, body, staff }) => {
    await admin.update(params.code, staff, body)
    return done
  })
  serve(contract.addDetail, async ({ params, body, staff }) => {
    await admin.addDetail(params.code, staff, body)
    return done
  })
  serve(contract.updateDetail, async ({ params, body, staff }) => ({
    ...done,
    waits: await admin.updateDetail(Number(params.id), staff, body),
  }))
  serve(contract.switchDetail, async ({ params, body, staff }) => {
    await admin.switchDetail(Number(params.id), staff, body)
    return done
  })
}
