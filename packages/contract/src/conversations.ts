import * as z from './bounded.ts'
import { proofLimitBytes } from './deposits.ts'
import { helpCategories } from './help-categories.ts'
import { helpCase, helpText } from './help.ts'
import { operation } from './operation.ts'
import { idOf, success } from './shapes.ts'

/** A player's conversations with the operators, about payments and anything else. Pictures are checked like screenshots of deposits. */

const params = z.object({ id: idOf('hlp') })
const conversationReply = z.object({ status: success, conversation: helpCase })
const multipart = { file: 'image', limitBytes: proofLimitBytes }
const writeRefusals = ['proof_unreadable', 'help_waiting', 'too_many_requests', 'key_changed', 'key_in_use'] as const

export const playerConversations = operation({
  name: 'playerConversations',
  method: 'GET',
  path: '/player/conversations',
  access: 'player',
  summary: 'The player’s conversations, by the last message, newest first.',
  query: z.object({ cursor: z.optional(z.string().check(z.maxLength(100))) }),
  reply: z.object({
    status: success,
    conversations: z.array(helpCase),
    next_cursor: z.nullable(z.string()),
  }),
  refusals: [],
})

export const getConversation = operation({
  name: 'getConversation',
  method: 'GET',
  path: '/player/conversations/:id',
  access: 'player',
  summary: 'One conversation with all messages.',
  params,
  reply: conversationReply,
  refusals: ['not_found'],
})

export const openConversation = operation({
  name: 'openConversation',
  method: 'POST',
  path: '/player/conversations',
  access: 'player',
  summary: 'Start a conversation with a message and an optional picture. A complaint gets a number at once.',
  body: z.object({ category: z.enum(helpCategories), text: helpText }),
  multipart,
  reply: conversationReply,
  idempotent: true,
  refusals: writeRefusals,
})

export const writeMessage = operation({
  name: 'writeMessage',
  method: 'POST',
  path: '/player/conversations/:id/messages',
  access: 'player',
  summary: 'Add a message to a conversation; a closed one reopens.',
  params,
  body: z.object({ text: helpText }),
  multipart,
  reply: conversationReply,
  idempotent: true,
  refusals: ['not_found', ...writeRefusals],
})

export const ownHelpPicture = operation({
  name: 'ownHelpPicture',
  method: 'GET',
  path: '/player/help-pictures/:id',
  access: 'player',
  summary: 'A picture that the player sent in a conversation, as re-encoded.',
  params: z.object({ id: idOf('hpi') }),
  reply: z.unknown(),
  file: 'image/webp',
  refusals: ['not_found'],
})

export const conversationOperations = [
  playerConversations,
  getConversation,
  openConversation,
  writeMessage,
  ownHelpPicture,
]
