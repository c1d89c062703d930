import { Notice } from '@dhow/ui/feedback'
import { CheckField } from '@dhow/ui/field'
import { Card } from '@dhow/ui/layout'
import { paths } from '../../app/paths.ts'
import { Link } from '../../shared/link.tsx'
import { MobileFields } from '../../shared/mobile-fields.tsx'
import { Page } from '../../shared/page.tsx'
import { SubmitForm } from '../../shared/submit-form.tsx'
import { useWords } from '../../shared/words/words.tsx'
import { useAuthSteps } from './auth-steps.ts'
import { PasswordField } from './password-field.tsx'
import { PlayerNameField } from './player-name-field.tsx'
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
        <SubmitForm
          form={form}
          label={words.auth.register}
          foot={
            <>
              <Link to={paths.login} state={state}>
                {words.auth.haveAccount}
              </Link>
            </>
          }
        >
          <PlayerNameField
            value={values.name}
            onValue={(name) => {
              change({ name })
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
        </SubmitForm>
      </Card>
    </Page>
  )
}
