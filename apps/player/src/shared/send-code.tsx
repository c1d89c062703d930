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
  /** Purpose of the code, as the text message names it. */
  about?: { amount: string; payout_account_id: string }
}

/**
 * Sends a one-time code to the signed-in player's own mobile, and again once the waiting time is over. `isReady` checks the form before a
 * text message is paid for.
 */
export function SendCode({ type, isReady = () => true, about }: SendCodeProps) {
  const words = useWords()
  const [left, wait] = useCountdown(0)
  const [wasSent, setSent] = useState(false)
  const form = useSubmit([], async () => {
    try {
      wait((await call('sendOtp', { body: { type, ...about } })).resend_after_s)
      setSent(true)
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
        <Notice tone="good" role="status">
          {words.auth.codeSent}
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
