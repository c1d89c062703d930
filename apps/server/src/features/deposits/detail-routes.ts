import * as contract from '@dhow/contract/methods'
import { done } from '../../platform/http/call.ts'
import type { Listener } from '../../platform/http/listener.ts'
import type { Deposits } from './index.ts'

/** Operators' calls about payment details. */
export function serveDetailAdmin({ serve }: Listener, { detailAdmin }: Deposits) {
  serve(contract.addDetail, async ({ params, body, staff }) => {
    await detailAdmin.addDetail(params.code, staff, body)
    return done
  })
  serve(contract.updateDetail, async ({ params, body, staff }) => ({
    ...done,
    waits: await detailAdmin.updateDetail(Number(params.id), staff, body),
  }))
  serve(contract.switchDetail, async ({ params, body, staff }) => {
    await detailAdmin.switchDetail(Number(params.id), staff, body)
    return done
  })
}
