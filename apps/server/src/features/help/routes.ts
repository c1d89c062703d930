import * as contract from '@dhow/contract/help'
import { done } from '../../platform/http/call.ts'
import type { Listener } from '../../platform/http/listener.ts'
import type { Help } from './index.ts'

export function serveHelp({ portal, console }: { portal: Listener; console: Listener }, help: Help) {
  portal.serve(contract.paymentHelp, async ({ session, params }) => ({
    ...done,
    help: await help.about(params.id, session.playerId),
  }))
  portal.serve(contract.askForHelp, async ({ session, params, body, idempotencyKey }) => ({
    ...done,
    help: await help.ask(params.id, session.playerId, body.text, idempotencyKey),
  }))
  console.serve(contract.staffHelpCases, async ({ query }) => ({ ...done, ...(await help.queue(query)) }))
  console.serve(contract.staffGetHelpCase, async ({ params }) => ({ ...done, case: await help.read(params.id) }))
  console.serve(contract.answerHelp, async ({ params, body, staff }) => ({
    ...done,
    case: await help.answer(params.id, staff, body),
  }))
  console.serve(contract.closeHelp, async ({ params, staff }) => ({
    ...done,
    case: await help.close(params.id, staff),
  }))
}
