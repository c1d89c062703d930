import { useLocation, useNavigate } from '../../shared/router.tsx'
import { useState } from 'react'
import { Button, buttonClass } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { Card } from '@dhow/ui/layout'
import { paths } from '../../app/paths.ts'
import { call, waitOf } from '../../shared/api.ts'
import { CodeField } from '../../shared/code-field.tsx'
import { useCountdown } from '../../shared/countdown.ts'
import { useSubmit } from '../../shared/form.ts'
import { SubmitForm } from '../../shared/submit-form.tsx'
import { fill } from '../../shared/format.ts'
import { Link } from '../../shared/link.tsx'
import { Page } from '../../shared/page.tsx'
import { useSession } from '../../shared/session.tsx'
import { useWords } from '../../shared/words/words.tsx'
import { useSignInRedirect, type CodeStep } from './code-step.ts'

/** One-time code for registration, a new device, or a forgotten password. */
export default function VerifyCode() {
  const words = useWords()
  const { state, pathname } = useLocation() as { state: CodeStep | null; pathname: string }
  if (!state?.mobile) {
    return (
      <Page
        title={pathname === paths.forgotOtp ? words.auth.resetCodeTitle : words.auth.codeTitle}
        lead={words.auth.lostStep}
      >
        <Link to={pathname === paths.forgotOtp ? paths.forgotPassword : paths.login} className={buttonClass()}>
          {words.auth.startAgain}
        </Link>
      </Page>
    )
  }
  return <Asking step={state} />
}

function Asking({ step }: { step: CodeStep }) {
  const words = useWords()
  const [otp, setOtp] = useState('')
  const { signIn } = useSession()
  const navigate = useNavigate()
  const arrive = useSignInRedirect()
  const { mobile, market, type } = step
  const form = useSubmit(['otp'], async () => {
    const answer = await call('verifyOtp', { body: { otp, mobile, type, market } })
    if (answer.type === 'forgot_password')
      return navigate(paths.newPassword, { state: { resetToken: answer.reset_token }, replace: true })
    signIn(answer.token, answer.user)
    await arrive()
  })
  return (
    <Page
      title={type === 'forgot_password' ? words.auth.resetCodeTitle : words.auth.codeTitle}
      lead={`${words.auth.sentTo} ${mobile}`}
    >
      <Card>
        <SubmitForm
          form={form}
          label={words.auth.verify}
          foot={
            <>
              <Resend step={step} />
            </>
          }
        >
          <CodeField value={otp} onValue={setOtp} errors={form.fields['otp']} isFocused />
        </SubmitForm>
      </Card>
    </Page>
  )
}

/** Sends the code again once the waiting time is over. */
function Resend({ step }: { step: CodeStep }) {
  const words = useWords()
  const [left, wait] = useCountdown(step.resendAfterS)
  const form = useSubmit([], async () => {
    const { mobile, market, type } = step
    try {
      wait((await call('sendOtp', { body: { mobile, market, type } })).resend_after_s)
    } catch (error) {
      wait(waitOf(error) ?? 0)
      throw error
    }
  })
  return (
    <>
      <Button kind="plain" busy={left > 0 || form.busy} onClick={() => void form.submit()}>
        {left > 0 ? fill(words.auth.resendIn, { seconds: left }) : words.auth.resend}
      </Button>
      {form.message ? <Notice tone="bad">{form.message}</Notice> : null}
    </>
  )
}
