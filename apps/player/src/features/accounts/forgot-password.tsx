import { useState } from 'react'
import { useNavigate } from '../../shared/router.tsx'
import { Notice } from '@dhow/ui/feedback'
import { Card } from '@dhow/ui/layout'
import { paths } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { useSubmit } from '../../shared/form.ts'
import { SubmitForm } from '../../shared/submit-form.tsx'
import { useMarket } from '../../shared/market.ts'
import { Page } from '../../shared/page.tsx'
import { useWords } from '../../shared/words/words.tsx'
import { useAuthSteps } from './auth-steps.ts'
import type { CodeStep } from './code-step.ts'
import { MobileFields } from '../../shared/mobile-fields.tsx'

/** Asks for a code; the answer is the same whether or not the number has an account. */
export default function ForgotPassword() {
  const words = useWords()
  const use = useMarket()
  const [mobile, setMobile] = useState('')
  const navigate = useNavigate()
  const steps = useAuthSteps()
  const form = useSubmit(['mobile', 'market'], async () => {
    const answer = await call('forgotPassword', { body: { mobile, market: use.market } })
    const step: CodeStep = { mobile, market: use.market, type: answer.type, resendAfterS: answer.resend_after_s }
    navigate(paths.forgotOtp, { state: step })
  })
  if (!steps.forgot_password) {
    return (
      <Page title={words.auth.forgotTitle}>
        <Notice tone="warn">{words.auth.forgotOff}</Notice>
      </Page>
    )
  }
  return (
    <Page title={words.auth.forgotTitle} lead={words.auth.forgotLead}>
      <Card>
        <SubmitForm form={form} label={words.auth.sendCode}>
          <MobileFields use={use} mobile={mobile} onMobile={setMobile} errors={form.fields} />
        </SubmitForm>
      </Card>
    </Page>
  )
}
