import type { OtpType, sendOtp } from '@dhow/contract/accounts'
import type { BodyOf } from '@dhow/contract/operation'
import { useState } from 'react'
import { Button } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { FormMessage } from './form-message.tsx'
import { call, waitOf } from './api.ts'
import { useCountdown } from './countdown.ts'
import { useSubmit } from './form.ts'
import { fill } from './format.ts'
import { useWords } from './words/words.tsx'

interface SendCodeProps {
  type: OtpType
  isReady?: () => boolean
  /** The command that the code confirms, and the sentence shown if the form changes after sending. */
  about?: { command: Omit<BodyOf<typeof sendOtp>, 'type'>; otherwise: string }
}

/**
 * Sends a one-time code to the signed-in player's mobile, and again after the waiting time. `isReady` checks the form before a text message is
 * paid for.
 */
export function SendCode({ type, isReady = () => true, about }: SendCodeProps) {
  const words = useWords()
  const [left, wait] = useCountdown(0)
  const subject = JSON.stringify(about?.command)
  const [sentFor, setSentFor] = useState<{ subject: string | undefined }>()
  const wasSent = sentFor !== undefined
  const isForAnother = wasSent && sentFor.subject !== subject
  const form = useSubmit([], async () => {
    try {
      wait((await call('sendOtp', { body: { type, ...about?.command } })).resend_after_s)
      setSentFor({ subject })
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
          {isForAnother ? about?.otherwise : words.auth.codeSent}
        </Notice>
      ) : null}
      <FormMessage>{form.message}</FormMessage>
    </>
  )
}
