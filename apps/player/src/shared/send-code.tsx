import type { OtpType } from '@dhow/contract/accounts'
import { useEffect, useState } from 'react'
import { Button } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { call } from './api.ts'
import { useSubmit } from './form.ts'
import { fill } from './format.ts'
import { useWords } from './words/words.tsx'

/** Sends a one-time code to the signed-in player's own mobile, and again once the waiting time is over. */
export function SendCode({ type }: { type: OtpType }) {
  const words = useWords()
  const [left, setLeft] = useState<number>()
  useEffect(() => {
    if (!left) return
    const timer = setTimeout(() => setLeft(left - 1), 1_000)
    return () => clearTimeout(timer)
  }, [left])
  const form = useSubmit([], async () => setLeft((await call('sendOtp', { body: { type } })).resend_after_s))
  return (
    <>
      <Button kind="quiet" busy={form.busy || Boolean(left)} onClick={() => void form.submit()}>
        {left
          ? fill(words.auth.resendIn, { seconds: left })
          : left === undefined
            ? words.auth.sendMeCode
            : words.auth.resend}
      </Button>
      {left === undefined ? null : (
        <Notice tone="good" role="status">
          {words.auth.codeSent}
        </Notice>
      )}
      {form.message ? (
        <Notice tone="bad" role="alert">
          {form.message}
        </Notice>
      ) : null}
    </>
  )
}
