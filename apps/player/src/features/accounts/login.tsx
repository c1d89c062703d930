import { useLocationState } from '../../shared/use-location-state.ts'
import { useState } from 'react'
import { Notice } from '@dhow/ui/feedback'
import { Card } from '@dhow/ui/layout'
import { paths } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { useSubmit } from '../../shared/form.ts'
import { SubmitForm } from '../../shared/submit-form.tsx'
import { Link } from '../../shared/link.tsx'
import { useMarket } from '../../shared/market.ts'
import { Page } from '../../shared/page.tsx'
import { useWords } from '../../shared/words/words.tsx'
import { useAuthSteps } from './auth-steps.ts'
import { useAuthAnswer } from './code-step.ts'
import { MobileFields } from '../../shared/mobile-fields.tsx'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { PasswordField } from './password-field.tsx'

export default function Login() {
  const words = useWords()
  const use = useMarket()
  const [password, setPassword] = useState('')
  const state = useLocationState()
  const enter = useAuthAnswer(state?.back)
  const steps = useAuthSteps()
  const [mobile, setMobile] = useState(state?.mobile ?? '')
  const form = useSubmit(['mobile', 'password', 'market'], async () => {
    const answer = await call('login', { body: { mobile, password, market: use.market } })
    await enter(answer, { mobile, market: use.market })
  })
  return (
    <Page title={words.auth.loginTitle} lead={words.auth.loginLead}>
      {state?.again ? <Notice tone="warn">{words.session.again}</Notice> : null}
      <Card>
        <SubmitForm
          form={form}
          label={words.auth.login}
          foot={
            <>
              <PasskeySignIn />
              {steps.forgot_password ? <Link to={paths.forgotPassword}>{words.auth.forgot}</Link> : null}
              {steps.registration_open ? (
                <Link to={paths.register} state={state}>
                  {words.auth.noAccount}
                </Link>
              ) : null}
            </>
          }
        >
          <MobileFields use={use} mobile={mobile} onMobile={setMobile} errors={form.fields} suggestsPasskeys />
          <PasswordField
            label={words.auth.password}
            value={password}
            onValue={setPassword}
            errors={form.fields['password']}
          />
        </SubmitForm>
      </Card>
    </Page>
  )
}
