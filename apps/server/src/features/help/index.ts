import { exportConversations } from './export-conversations.ts'
import type { HelpParts } from './parts.ts'
import { readAssigned, readQueue, readCase, readWaiting } from './read-queue.ts'
import { answerCase, closeCase, reopenCase } from './answer-case.ts'
import { readAbout, readCases, askHelp } from './ask-help.ts'
import { assignCase, linkCase, listAnswerers, unlinkCase } from './assign-case.ts'
import { decideComplaint, exportComplaints, listOpenSince, registerComplaint } from './complaints.ts'
import { listConversations, openConversation, readConversation, writeMessage } from './converse.ts'
import { listPictures, readPicture } from './pictures.ts'
import { addReadyAnswer, changeReadyAnswer, listReadyAnswers, removeReadyAnswer } from './ready-answers.ts'
import { bind } from '../../platform/bind.ts'

export { sentPictures } from './pictures.ts'

export type Help = ReturnType<typeof openHelp>

/** Players' conversations with operators about payments and anything else, including complaints. */
export function openHelp(parts: HelpParts) {
  return {
    ...bind(parts, {
      about: readAbout,
      of: readCases,
      ask: askHelp,
      queue: readQueue,
      read: readCase,
      answer: answerCase,
      close: closeCase,
      reopen: reopenCase,
      waiting: readWaiting,
      assignedTo: readAssigned,
      picture: readPicture,
      picturesOf: listPictures,
    }),
    conversations: bind(parts, {
      list: listConversations,
      read: readConversation,
      open: openConversation,
      write: writeMessage,
    }),
    desk: bind(parts, { assign: assignCase, link: linkCase, unlink: unlinkCase }),
    answerers: () => listAnswerers(parts),
    complaints: bind(parts, {
      register: registerComplaint,
      decide: decideComplaint,
      export: exportComplaints,
      exportConversations,
      openSince: listOpenSince,
    }),
    readyAnswers: bind(parts, {
      list: listReadyAnswers,
      add: addReadyAnswer,
      change: changeReadyAnswer,
      remove: removeReadyAnswer,
    }),
  }
}
