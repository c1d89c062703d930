import { Button } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { CheckField, TextField } from '@dhow/ui/field'
import { Card } from '@dhow/ui/layout'
import { paths } from '../../app/paths.ts'
import { Link } from '../../shared/link.tsx'
import { MobileFields } from '../../shared/mobile-fields.tsx'
import { Page } from '../../shared/page.tsx'
import formStyles from '../../shared/page.module.css'
import { useWords } from '../../shared/words/words.tsx'
import { useAuthSteps } from './auth-steps.ts'
import { PasswordField } from './password-field.tsx'
import { useNameCheck } from './use-name-check.ts'
import { useRegistration } from './use-registration.ts'

export default function Register() {
  const words = useWords()
  const steps = useAuthSteps()
  const { values, change, form, market, state } = useRegistration()
  const taken = useNameCheck(values.name)
  if (!steps.registration_open) {
    return (
      <Page title={words.auth.registerTitle}>
        <Notice tone="warn">{words.auth.registrationOff}</Notice>
      </Page>
    )
  }
  return (
    <Page title={words.auth.registerTitle} lead={steps.register_otp ? words.auth.registerLead : undefined}>
      <Card>
        <form method="post" className={formStyles['form']} onSubmit={(event) => void form.submit(event)} noValidate>
          <TextField
            label={words.auth.playerName}
            name="player_name"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            maxLength={20}
            value={values.name}
            onChange={(event) => {
              change({ name: event.target.value })
              form.clear('player_name')
            }}
            hint={taken.good ? `✓ ${taken.good}` : words.auth.playerNameHint}
            errors={form.fields['player_name'] ?? (taken.bad ? [taken.bad] : undefined)}
          />
          <MobileFields
            use={market}
            mobile={values.mobile}
            onMobile={(mobile) => change({ mobile })}
            errors={form.fields}
          />
          <PasswordField
            label={words.auth.password}
            fresh
            own={[values.name, values.mobile]}
            value={values.password}
            onValue={(password) => change({ password })}
            errors={form.fields['password']}
          />
          <CheckField
            checked={values.accepted}
            onChange={(event) => change({ accepted: event.target.checked })}
            errors={form.fields['accept_terms']}
          >
            {words.auth.terms} <Link to={paths.terms}>{words.nav.terms}</Link> ·{' '}
            <Link to={paths.privacyPolicy}>{words.nav.privacy}</Link>
          </CheckField>
          {form.message ? (
            <Notice tone="bad" role="alert">
              {form.message}
            </Notice>
          ) : null}
          <Button type="submit" wide busy={form.busy}>
            {form.busy ? words.auth.working : words.auth.register}
          </Button>
          <Link to={paths.login} state={state}>
            {words.auth.haveAccount}
          </Link>
        </form>
      </Card>
    </Page>
  )
}
