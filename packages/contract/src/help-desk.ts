import * as z from './bounded.ts'
import { helpText, staffHelpReply } from './help.ts'
import { operation } from './operation.ts'
import { reason } from './queue-shapes.ts'
import { anyId, idOf, instant, success } from './shapes.ts'

/** Operators' work on players' questions: assignment, links and ready answers. */

export const helpDeskRefusals = {
  link_unknown: { status: 422, sentence: 'This player has no such payment or entry.' },
  answerer_unknown: { status: 422, sentence: 'This operator does not answer questions.' },
  case_not_closed: { status: 409, sentence: 'This case is open already.' },
  ready_answer_changed: { status: 409, sentence: 'Somebody changed this answer. Check it again.' },
} as const

const params = z.object({ id: anyId })
/** An entry of the ledger, a deposit or a withdrawal. */
const about = z.string().check(z.trim(), z.maxLength(60), z.regex(/^(?:dep|pay|wd|tr)_[a-z0-9_-]{1,56}$/))

export const assignHelp = operation({
  name: 'assignHelp',
  method: 'POST',
  path: '/staff/help-cases/:id/assign',
  access: 'staff',
  needs: ['help.answer'],
  summary: 'Assign a case to an operator who may answer it, or to nobody.',
  params,
  body: z.object({ operator_id: z.nullable(idOf('op')) }),
  reply: staffHelpReply,
  refusals: ['not_found', 'answerer_unknown'],
})

export const reopenHelp = operation({
  name: 'reopenHelp',
  method: 'POST',
  path: '/staff/help-cases/:id/reopen',
  access: 'staff',
  needs: ['help.answer'],
  summary: 'Reopen a closed case, so that it needs an answer. The audit trail records the reason.',
  params,
  body: z.object({ reason }),
  reply: staffHelpReply,
  refusals: ['not_found', 'case_not_closed'],
})

export const linkHelp = operation({
  name: 'linkHelp',
  method: 'POST',
  path: '/staff/help-cases/:id/links',
  access: 'staff',
  needs: ['help.answer'],
  summary: 'Link a case to a ledger entry, deposit or withdrawal of its player.',
  params,
  body: z.object({ about }),
  reply: staffHelpReply,
  refusals: ['not_found', 'link_unknown'],
})

export const unlinkHelp = operation({
  name: 'unlinkHelp',
  method: 'DELETE',
  path: '/staff/help-cases/:id/links/:about',
  access: 'staff',
  needs: ['help.answer'],
  summary: 'Remove a link from a case.',
  params: z.object({ id: anyId, about }),
  reply: staffHelpReply,
  refusals: ['not_found'],
})

export const helpPicture = operation({
  name: 'helpPicture',
  method: 'GET',
  path: '/staff/help-pictures/:id',
  access: 'staff',
  needs: ['help.see'],
  summary: 'A picture that a player sent with a question, re-encoded.',
  params: z.object({ id: idOf('hpi') }),
  reply: z.unknown(),
  file: 'image/webp',
  refusals: ['not_found'],
})

export const helpAnswerers = operation({
  name: 'helpAnswerers',
  method: 'GET',
  path: '/staff/help-answerers',
  access: 'staff',
  needs: ['help.answer'],
  summary: 'The operators who can be assigned a case.',
  reply: z.object({ status: success, operators: z.array(z.object({ id: z.string(), name: z.string() })) }),
  refusals: [],
})

// ---- Ready answers ----

const texts = { en: helpText, hi: helpText, af: helpText }
export const readyAnswer = z.object({
  id: z.string(),
  title: z.string(),
  en: z.string(),
  hi: z.string(),
  af: z.string(),
  version: z.number(),
  changed_at: instant,
  changed_by: z.string(),
})
export type ReadyAnswer = z.output<typeof readyAnswer>
const title = z.string().check(z.trim(), z.minLength(3), z.maxLength(80))
const answerParams = z.object({ id: idOf('hra') })
const answerReply = z.object({ status: success, answer: readyAnswer })

export const readyAnswers = operation({
  name: 'readyAnswers',
  method: 'GET',
  path: '/staff/ready-answers',
  access: 'staff',
  needs: ['help.see'],
  summary: 'Ready answers in the three languages of the portal, by title.',
  reply: z.object({ status: success, answers: z.array(readyAnswer) }),
  refusals: [],
})

export const addReadyAnswer = operation({
  name: 'addReadyAnswer',
  method: 'POST',
  path: '/staff/ready-answers',
  access: 'staff',
  needs: ['help.edit_answers'],
  summary: 'Add a ready answer.',
  body: z.object({ title, ...texts }),
  reply: answerReply,
  refusals: [],
})

export const changeReadyAnswer = operation({
  name: 'changeReadyAnswer',
  method: 'PUT',
  path: '/staff/ready-answers/:id',
  access: 'staff',
  needs: ['help.edit_answers'],
  summary: 'Change a ready answer; `version` is the one that was read.',
  params: answerParams,
  body: z.object({ title, ...texts, version: z.number().check(z.int(), z.minimum(1)) }),
  reply: answerReply,
  refusals: ['not_found', 'ready_answer_changed'],
})

export const removeReadyAnswer = operation({
  name: 'removeReadyAnswer',
  method: 'DELETE',
  path: '/staff/ready-answers/:id',
  access: 'staff',
  needs: ['help.edit_answers'],
  summary: 'Remove a ready answer.',
  params: answerParams,
  reply: z.object({ status: success }),
  refusals: ['not_found'],
})

export const helpDeskOperations = [
  assignHelp,
  reopenHelp,
  linkHelp,
  unlinkHelp,
  helpPicture,
  helpAnswerers,
  readyAnswers,
  addReadyAnswer,
  changeReadyAnswer,
  removeReadyAnswer,
]
