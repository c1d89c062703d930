import { useLocationState } from '../../shared/use-location-state.ts'
import { useState } from 'react'
import { useNavigate } from '../../shared/router.tsx'
import { buttonClass } from '@dhow/ui/button'
import { Card } from '@dhow/ui/layout'
import { useToast } from '@dhow/ui/toast'
import { paths } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { useSubmit } from '../../shared/form.ts'
import { SubmitForm } from '../../shared/submit-form.tsx'
import { Link } from '../../shared/link.tsx'
import { Page } from '../../shared/page.tsx'
import { translate } from '../../shared/translate.ts'
import { useWords } from '../../shared/words/words.tsx'
import { PasswordField } from './password-field.tsx'

/** New password after a code; ends every session of the player. */
export default function NewPassword() {
  const words = useWords()
  const state = useLocationState()
  const [password, setPassword] = useState('')
  const navigate = useNavigate()
  const toast = useToast()
  const resetToken = state?.resetToken
  const form = useSubmit(['password'], async () => {
    const answer = await call('resetPassword', { body: { reset_token: resetToken ?? '', password } })
    toast(translate(answer.text), 'good')
    navigate(paths.login, { replace: true })
  })
  if (!resetToken) {
    return (
      <Page title={words.auth.newPasswordTitle} lead={words.auth.lostStep}>
        <Link to={paths.forgotPassword} className={buttonClass()}>
          {words.auth.startAgain}
        </Link>
      </Page>
    )
  }
  return (
    <Page title={words.auth.newPasswordTitle}>
      <Card>
        <SubmitForm form={form} label={words.auth.save}>
          <PasswordField
            label={words.auth.newPassword}
            fresh
            value={password}
            onValue={setPassword}
            errors={form.fields['password']}
          />
        </SubmitForm>
      </Card>
    </Page>
  )
}
