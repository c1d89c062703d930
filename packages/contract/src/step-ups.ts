import * as z from './bounded.ts'
import { operation } from './operation.ts'
import { passkeyRequest, signedCredential } from './passkey-shapes.ts'
import { amountReply, currency, idOf, instant, success } from './shapes.ts'

/**
 * Header for money decisions that operators sign with a passkey: the call is refused with `step_up_needed` and a sealed request, which is signed here;
 * then the call is repeated with the step-up's id in this header.
 */
export const stepUpHeader = 'x-dhow-step-up'

export const stepUpRefusals = {
  step_up_needed: { status: 403, sentence: 'Confirm this decision with your passkey.' },
  step_up_void: { status: 409, sentence: 'This request has expired or was changed. Start again.' },
  passkey_required: {
    status: 403,
    sentence: 'Decisions about money need a passkey. Register one under My account.',
  },
} as const

export const beginStepUp = operation({
  name: 'beginStepUp',
  method: 'POST',
  path: '/staff/step-ups',
  access: 'staff',
  needs: [],
  summary:
    'Begin to confirm a decision about money by passkey. Answers the text to sign and the options for the browser. The challenge commits to action, amount and payee, and is valid for five minutes.',
  body: z.object({ request: z.string().check(z.maxLength(2_000)) }),
  reply: z.object({
    status: success,
    id: z.string(),
    action: z.string(),
    subject: z.string(),
    amount: amountReply,
    currency,
    payee: z.string(),
    until: instant,
    options: passkeyRequest,
  }),
  refusals: ['step_up_void', 'passkey_required'],
})

export const confirmStepUp = operation({
  name: 'confirmStepUp',
  method: 'POST',
  path: '/staff/step-ups/:id/confirm',
  access: 'staff',
  needs: [],
  summary:
    'Confirm the decision with the passkey’s signature. Then repeat the decision once, with the id in the header `X-Dhow-Step-Up`.',
  params: z.object({ id: idOf('stp') }),
  body: z.object({ credential: signedCredential }),
  reply: z.object({ status: success }),
  refusals: ['step_up_void', 'passkey_wrong'],
})

export const stepUpOperations = [beginStepUp, confirmStepUp]
