import * as deliveries from '@dhow/contract/deliveries'
import * as contract from '@dhow/contract/messages'
import { done } from '../../platform/http/call.ts'
import type { Listener } from '../../platform/http/listener.ts'
import { serveEmails } from './email/routes.ts'
import type { Messages } from './index.ts'

export async function serveMessages(listeners: { portal: Listener; console: Listener }, messages: Messages) {
  const { inbox } = messages
  await serveEmails(listeners.portal, messages)
  listeners.portal.serve(contract.playerMessages, async ({ session, query }) => ({
    ...done,
    ...(await inbox.list(
      session.playerId,
      query.cursor,
      query.language && { market: session.market, language: query.language },
    )),
  }))
  listeners.portal.serve(contract.readMessages, async ({ session, body }) => ({
    ...done,
    unread: await inbox.markRead(session.playerId, body.up_to),
  }))
  listeners.console.serve(contract.staffMessages, async ({ query }) => ({
    ...done,
    messages: await messages.about(query.about),
  }))
  listeners.console.serve(contract.staffPlayerMessages, async ({ params, query }) => ({
    ...done,
    ...(await messages.ofPlayer(params.id, query.cursor)),
  }))
  listeners.console.serve(contract.resendMessage, async ({ params, staff }) => ({
    ...done,
    message: await messages.resend(params.id, staff),
  }))
  listeners.portal.serve(deliveries.getChannels, async ({ session }) => ({
    ...done,
    ...(await messages.channels(session.playerId)),
  }))
  listeners.portal.serve(deliveries.setChannels, async ({ session, body }) => ({
    ...done,
    ...(await messages.changeChannels(session.playerId, body)),
  }))
  listeners.portal.serve(deliveries.pushKey, async () => ({ ...done, key: await messages.pushKey() }))
  listeners.portal.serve(deliveries.addPush, async ({ session, body }) => {
    await messages.addPush(session, body)
    return done
  })
  listeners.portal.serve(deliveries.removePush, async ({ session, body }) => {
    await messages.removePush(session.playerId, body.endpoint)
    return done
  })
  listeners.console.serve(deliveries.staffDeliveries, async ({ params, query }) => ({
    ...done,
    ...(await messages.deliveriesOfPlayer(params.id, query.cursor)),
  }))
  listeners.console.serve(deliveries.sendOffer, async ({ params, body, staff }) => ({
    ...done,
    deliveries: await messages.sendOffer(params.id, body, staff),
  }))
  listeners.console.serve(deliveries.deliveryCosts, async ({ query }) => ({
    ...done,
    ...(await messages.costs(query)),
  }))
  listeners.console.serve(deliveries.allDeliveries, async ({ query }) => ({
    ...done,
    ...(await messages.allDeliveries(query)),
  }))
  listeners.console.serve(deliveries.retryDelivery, async ({ params, body, staff }) => ({
    ...done,
    delivery: await messages.retryDelivery(params.id, body.channel, staff),
  }))
}
