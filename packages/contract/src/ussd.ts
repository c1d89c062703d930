import * as z from './bounded.ts'
import { operation } from './operation.ts'

/**
 * The USSD menu, for phones without internet. A mobile network's gateway sends each step of the dialogue in the form of most aggregators: `sessionId`,
 * `serviceCode`, `phoneNumber`, and in `text` everything typed so far, joined by `*`.
 */
export const ussdStep = operation({
  name: 'ussdStep',
  method: 'POST',
  path: '/ussd',
  access: 'provider',
  summary:
    'One step of a USSD dialogue, as a form with `sessionId`, `serviceCode`, `phoneNumber` and `text`. Signed with `webhook-id`, `webhook-timestamp` and `webhook-signature`. The answer is plain text that starts with `CON ` if the dialogue continues and with `END ` if it ends. A repeated step gets the same answer.',
  body: z.object({
    sessionId: z.string().check(z.regex(/^[\w.:-]{1,100}$/)),
    serviceCode: z.optional(z.string().check(z.maxLength(40))),
    phoneNumber: z.string().check(z.regex(/^\+\d{6,15}$/)),
    text: z.string().check(z.maxLength(400)),
  }),
  reply: z.string(),
  refusals: [],
})

export const ussdOperations = [ussdStep]
