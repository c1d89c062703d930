import * as contract from '@dhow/contract/messages'
import { done } from '../../platform/http/call.ts'
import type { Listener } from '../../platform/http/listener.ts'
import type { Messages } from './index.ts'

export function serveMessages(listeners: { portal: Listener; console: Listener }, messages: Messages) {
  const { inbox } = messages
  listeners.portal.serve(contract.playerMessages, async ({ session, query }) => ({
    ...done,
    ...(await inbox.list(session.playerId, query.cursor)),
  }))
  listeners.portal.serve(contract.readMessages, async ({ session, body }) => ({
    ...done,
    unread: await inbox.markRead(session.playerId, body.up_to),
  }))
  listeners.console.serve(contract.staffMessages, async ({ query }) => ({
    ...done,
    messages: await messages.about(query.about),
  }))
  listeners.console.serve(contract.resendMessage, async ({ params, staff }) => ({
    ...done,
    message: await messages.resend(params.id, staff),
  }))
}
