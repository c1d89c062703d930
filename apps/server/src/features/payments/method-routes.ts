import { staticDeposit, paymentMethods } from '@dhow/contract/deposit-calls'
import * as contract from '@dhow/contract/methods'
import type { Market } from '@dhow/contract/shapes'
import { done } from '../../platform/http/call.ts'
import type { Listener } from '../../platform/http/listener.ts'
import { markets } from '../portal/index.ts'
import type { Payments } from './index.ts'

/** Deposit methods: the players' chooser and the operators' administration. */
export function serveMethods(listeners: { portal: Listener; console: Listener }, payments: Payments) {
  serveChooser(listeners.portal, payments)
  serveMethodAdmin(listeners.console, payments.admin)
}

function serveChooser({ serve }: Listener, payments: Payments) {
  const methodsIn = async (market: Market, playerId?: string) => {
    const { currency, symbol } = markets[market]
    if (playerId !== undefined) payments.noteVisit({ playerId, market, step: 'opened' })
    return { ...done, msg: 'Payment methods', methods: await payments.openMethods(market, playerId), currency, symbol }
  }
  serve(staticDeposit.methods, ({ session }) => methodsIn(session.market, session.playerId))
  serve(paymentMethods, ({ session, query }) => methodsIn(session?.market ?? query.market ?? 'NA', session?.playerId))
}

function serveMethodAdmin({ serve }: Listener, admin: Payments['admin']) {
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
}
