import type { OtpType } from '@dhow/contract/accounts'
import { useState } from 'react'
import { Button } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { call, waitOf } from './api.ts'
import { useCountdown } from './countdown.ts'
import { useSubmit } from './form.ts'
import { fill } from './format.ts'
import { useWords } from './words/words.tsx'

interface SendCodeProps {
  type: OtpType
  isReady?: () => boolean
  /** The one withdrawal that the code confirms, and what is said once the form shows another one. */
  about?: { amount: string; payout_account_id: string; otherwise: string }
}

/**
 * Sends a one-time code to the signed-in player's own mobile, and again once the waiting time is over. `isReady` checks the form before a
 * text message is paid for.
 */
export function SendCode({ type, isReady = () => true, about }: SendCodeProps) {
  const words = useWords()
  const [left, wait] = useCountdown(0)
  const { otherwise, ...withdrawal } = about ?? {}
  const subject = Object.values(withdrawal).join(' ')
  const [sentFor, setSentFor] = useState<string>()
  const wasSent = sentFor !== undefined
  const isForAnother = wasSent && sentFor !== subject
  const form = useSubmit([], async () => {
    try {
      wait((await call('sendOtp', { body: { type, ...withdrawal } })).resend_after_s)
      setSentFor(subject)
    } catch (error) {
      wait(waitOf(error) ?? 0)
      throw error
    }
  })
  return (
    <>
      <Button kind="quiet" busy={form.busy || left > 0} onClick={() => (isReady() ? void form.submit() : undefined)}>
        {left > 0 ? fill(words.auth.resendIn, { seconds: left }) : wasSent ? words.auth.resend : words.auth.sendMeCode}
      </Button>
      {wasSent ? (
        <Notice tone={isForAnother ? 'warn' : 'good'} role="status">
          {isForAnother ? otherwise : words.auth.codeSent}
        </Notice>
      ) : null}
      {form.message ? (
        <Notice tone="bad" role="alert">
          {form.message}
        </Notice>
      ) : null}
    </>
  )
}
