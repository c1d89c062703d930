import { textOf } from '@dhow/contract/player-texts'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { Button } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { CheckField, TextField } from '@dhow/ui/field'
import { Card } from '@dhow/ui/layout'
import { paths } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { useSubmit } from '../../shared/form.ts'
import { Link } from '../../shared/link.tsx'
import { useMarket } from '../../shared/market.ts'
import { Page } from '../../shared/page.tsx'
import formStyles from '../../shared/page.module.css'
import { say } from '../../shared/say.ts'
import { useSession } from '../../shared/session.tsx'
import { useWords } from '../../shared/words/words.tsx'
import { useAuthSteps } from './auth-steps.ts'
import { useArrival, type CodeStep } from './code-step.ts'
import { MobileFields } from '../../shared/mobile-fields.tsx'
import { PasswordField } from './password-field.tsx'

export default function Register() {
  const words = useWords()
  const use = useMarket()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [accepted, setAccepted] = useState(false)
  const referral = useReferral()
  const { signIn } = useSession()
  const navigate = useNavigate()
  const arrive = useArrival()
  const { state } = useLocation() as { state: { back?: string; mobile?: string } | null }
  const [mobile, setMobile] = useState(state?.mobile ?? '')
  const taken = useNameCheck(name)
  const steps = useAuthSteps()
  const form = useSubmit(
    ['player_name', 'mobile', 'password', 'market', 'accept_terms'],
    async () => {
      const answer = await call('register', {
        body: {
          player_name: name,
          mobile,
          password,
          market: use.market,
          accept_terms: true,
          ...(referral ? { referral_code: referral } : {}),
        },
      })
      if (answer.status === 'otp_required') {
        const step: CodeStep = {
          mobile,
          market: use.market,
          type: answer.type,
          resendAfterS: answer.resend_after_s,
          back: state?.back,
        }
        return navigate(paths.verifyOtp, { state: step })
      }
      signIn(answer.token, answer.user)
      await arrive()
    },
    () => missing({ player_name: name, mobile, password }, accepted ? {} : { accept_terms: [words.auth.termsNeeded] }),
  )
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
            value={name}
            onChange={(event) => {
              setName(event.target.value)
              form.clear('player_name')
            }}
            hint={taken.good ? `✓ ${taken.good}` : words.auth.playerNameHint}
            errors={form.fields['player_name'] ?? (taken.bad ? [taken.bad] : undefined)}
          />
          <MobileFields use={use} mobile={mobile} onMobile={setMobile} errors={form.fields} />
          <PasswordField
            label={words.auth.password}
            fresh
            own={[name, mobile]}
            value={password}
            onValue={setPassword}
            errors={form.fields['password']}
          />
          <CheckField
            checked={accepted}
            onChange={(event) => setAccepted(event.target.checked)}
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

/** The faults of a form, with one for each field that is empty. */
function missing(
  typed: { player_name: string; mobile: string; password: string },
  faults: Record<string, string[]>,
): Record<string, string[]> {
  const found = { ...faults }
  if (typed.player_name.trim() === '') found['player_name'] = [say(textOf('player_name_rule', {}))]
  if (typed.mobile.trim() === '') found['mobile'] = [say(textOf('mobile_required', {}))]
  if (typed.password.trim() === '') found['password'] = [say(textOf('password_short', {}))]
  return found
}

/** The friend's code of the link that led here; it waits while the visitor looks around. */
function useReferral(): string | undefined {
  const [search] = useSearchParams()
  const [code, setCode] = useState<string>()
  const fromLink = search.get('ref')
  useEffect(() => {
    if (fromLink) sessionStorage.setItem('referral_code', fromLink.slice(0, 40))
    setCode(sessionStorage.getItem('referral_code') ?? undefined)
  }, [fromLink])
  return code
}

/** Asks while the name is typed whether it is free; an unfinished name is not asked about. */
function useNameCheck(name: string): { good?: string; bad?: string } {
  const asked = useDeferredValue(name)
  const { data } = useQuery({
    queryKey: ['player-name', asked],
    queryFn: ({ signal }) => pause(300, signal).then(() => call('checkPlayerName', { query: { player_name: asked } })),
    enabled: /^[A-Za-z0-9_.]{3,20}$/.test(asked),
    staleTime: 5_000,
    retry: 0,
  })
  if (!data || asked !== name) return {}
  return data.available ? { good: say(data.text) } : { bad: say(data.text) }
}

/** Waits until typing has come to rest; the next key ends the wait. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(new Error('typed on'))
    })
  })
