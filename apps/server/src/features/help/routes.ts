import * as complaints from '@dhow/contract/complaints'
import * as conversations from '@dhow/contract/conversations'
import * as contract from '@dhow/contract/help'
import * as desk from '@dhow/contract/help-desk'
import { attach, Bytes, done } from '../../platform/http/call.ts'
import type { Listener } from '../../platform/http/listener.ts'
import type { Help } from './index.ts'

export function serveHelp({ portal, console }: { portal: Listener; console: Listener }, help: Help) {
  servePlayer(portal, help)
  serveQueue(console, help)
  serveDesk(console, help)
}

function servePlayer({ serve }: Listener, help: Help) {
  serve(contract.paymentHelp, async ({ session, params }) => ({
    ...done,
    help: await help.about(params.id, session.playerId),
  }))
  serve(contract.askForHelp, async ({ session, params, body, idempotencyKey }) => ({
    ...done,
    help: await help.ask(params.id, session.playerId, body.text, idempotencyKey),
  }))
  serve(conversations.playerConversations, async ({ session, query }) => ({
    ...done,
    ...(await help.conversations.list(session.playerId, query.cursor)),
  }))
  serve(conversations.getConversation, async ({ session, params }) => ({
    ...done,
    conversation: await help.conversations.read(params.id, session.playerId),
  }))
  serve(conversations.openConversation, async ({ session, body, file, idempotencyKey: key }) => ({
    ...done,
    conversation: await help.conversations.open(session, { ...body, file, key }),
  }))
  serve(conversations.writeMessage, async ({ session, params, body, file, idempotencyKey: key }) => ({
    ...done,
    conversation: await help.conversations.write(session, params.id, { ...body, file, key }),
  }))
  serve(
    conversations.ownHelpPicture,
    async ({ session, params }) => new Bytes('image/webp', await help.picture(params.id, session.playerId)),
  )
}

function serveQueue({ serve }: Listener, help: Help) {
  serve(contract.staffHelpCases, async ({ query, staff }) => ({ ...done, ...(await help.queue(query, staff)) }))
  serve(contract.staffGetHelpCase, async ({ params }) => ({ ...done, case: await help.read(params.id) }))
  serve(contract.answerHelp, async ({ params, body, staff, idempotencyKey: key }) => ({
    ...done,
    case: await help.answer(params.id, staff, { ...body, key }),
  }))
  serve(contract.closeHelp, async ({ params, staff }) => ({
    ...done,
    case: await help.close(params.id, staff),
  }))
  serve(desk.reopenHelp, async ({ params, body, staff }) => ({
    ...done,
    case: await help.reopen(params.id, staff, body.reason),
  }))
  serve(desk.helpPicture, async ({ params }) => new Bytes('image/webp', await help.picture(params.id)))
}

function serveDesk({ serve }: Listener, { desk: work, answerers, complaints: made, readyAnswers }: Help) {
  serve(desk.assignHelp, async ({ params, body, staff }) => ({
    ...done,
    case: await work.assign(params.id, staff, body.operator_id),
  }))
  serve(desk.linkHelp, async ({ params, body, staff }) => ({
    ...done,
    case: await work.link(params.id, staff, body.about),
  }))
  serve(desk.unlinkHelp, async ({ params, staff }) => ({
    ...done,
    case: await work.unlink(params.id, staff, params.about),
  }))
  serve(desk.helpAnswerers, async () => ({ ...done, operators: await answerers() }))
  serve(desk.readyAnswers, async () => ({ ...done, answers: await readyAnswers.list() }))
  serve(desk.addReadyAnswer, async ({ body, staff }) => ({ ...done, answer: await readyAnswers.add(staff, body) }))
  serve(desk.changeReadyAnswer, async ({ params, body, staff }) => ({
    ...done,
    answer: await readyAnswers.change(staff, params.id, body),
  }))
  serve(desk.removeReadyAnswer, async ({ params, staff }) => {
    await readyAnswers.remove(staff, params.id)
    return done
  })
  serve(complaints.registerComplaint, async ({ params, staff }) => ({
    ...done,
    case: await made.register(params.id, staff),
  }))
  serve(complaints.decideComplaint, async ({ params, body, staff }) => ({
    ...done,
    case: await made.decide(params.id, staff, body),
  }))
  serve(complaints.exportComplaints, async ({ query, staff, reply }) => {
    const text = await made.export(staff, query)
    attach(reply, `complaints-${query.from}-${query.to}.csv`)
    return new Bytes('text/csv; charset=utf-8', Buffer.from(text))
  })
  serve(complaints.exportConversations, async ({ query, staff, reply }) => {
    const text = await made.exportConversations(staff, query)
    attach(reply, `conversations-${query.from}-${query.to}.csv`)
    return new Bytes('text/csv; charset=utf-8', Buffer.from(text))
  })
}
