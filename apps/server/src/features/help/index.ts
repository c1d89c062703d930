import type { HelpParts } from './parts.ts'
import { readQueue, readCase, readWaiting } from './read-queue.ts'
import { answerCase, closeCase } from './answer-case.ts'
import { readAbout, readOf, askHelp } from './ask-help.ts'
import { bind } from '../../platform/bind.ts'

export type Help = ReturnType<typeof openHelp>

/** Players' questions about their payments, whichever way the money went, and their answers. */
export function openHelp(parts: HelpParts) {
  return bind(parts, {
    about: readAbout,
    of: readOf,
    ask: askHelp,
    queue: readQueue,
    read: readCase,
    answer: answerCase,
    close: closeCase,
    waiting: readWaiting,
  })
}
