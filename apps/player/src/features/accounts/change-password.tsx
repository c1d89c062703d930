import { useState } from 'react'
import { useNavigate } from '../../shared/router.tsx'
import { Card } from '@dhow/ui/layout'
import { useToast } from '@dhow/ui/toast'
import { paths } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { useSubmit } from '../../shared/form.ts'
import { SubmitForm } from '../../shared/submit-form.tsx'
import { Page, type PageHead } from '../../shared/page.tsx'
import { useWords, type Words } from '../../shared/words/words.tsx'
import { CurrentPassword, PasswordField } from './password-field.tsx'

export default function ChangePassword() {
  const words = useWords()
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const navigate = useNavigate()
  const toast = useToast()
  const form = useSubmit(['current_password', 'password'], async () => {
    await call('changePassword', { body: { current_password: current, password } })
    toast(words.profile.passwordChanged, 'good')
    navigate(paths.profile, { replace: true })
  })
  return (
    <Page {...ChangePassword.head(words)}>
      <Card>
        <SubmitForm form={form} label={words.auth.save}>
          <CurrentPassword value={current} onValue={setCurrent} errors={form.fields['current_password']} />
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

ChangePassword.early = true
ChangePassword.head = (words: Words): PageHead => ({
  title: words.profile.changePassword,
  lead: words.profile.changePasswordLead,
})
