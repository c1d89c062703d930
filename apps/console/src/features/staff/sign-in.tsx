import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type FormEvent, type ReactNode } from 'react'
import type { ReplyOf } from '@dhow/contract/operation'
import type { staffSignIn } from '@dhow/contract/staff'
import { Button } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { TextField } from '@dhow/ui/field'
import { Mark } from '@dhow/ui/logo'
import { asTyped } from '../../shared/as-typed.ts'
import { call, errorsOf, hasFieldErrors, sentenceOf } from '../../shared/api.ts'
import { fill } from '../../shared/format.ts'
import { canUsePasskeys, signWithPasskey } from '../../shared/passkey.ts'
import { rememberSignedIn } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { AppSecret, CodeField } from './app-code.tsx'
import styles from './sign-in.module.css'

const words = en.signIn
export type Ticket = ReplyOf<typeof staffSignIn>

/** Two steps: name and password, then the authenticator's code; the first time also a new password and the app's secret. */
export function SignIn({ isReturning }: { isReturning: boolean }) {
  const [ticket, setTicket] = useState<Ticket>()
  useEffect(() => {
    document.title = `${words.submit} · ${en.console.name}`
  }, [])
  return (
    <main className={styles['screen']} data-sign-in>
      <div className={styles['card']}>
        <div className={styles['head']}>
          <Mark size={40} />
          <h1>{words.title}</h1>
          <p>{fill(words.lead, { portal: 'Dhow' })}</p>
        </div>
        {isReturning && !ticket ? <Notice tone="info">{words.again}</Notice> : null}
        {ticket ? (
          <SecondFactor ticket={ticket} back={() => setTicket(undefined)} />
        ) : (
          <FirstFactor onTicket={setTicket} />
        )}
      </div>
    </main>
  )
}

function FirstFactor({ onTicket }: { onTicket: (ticket: Ticket) => void }) {
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const signIn = useMutation({
    mutationFn: () => call('staffSignIn', { body: { name, password } }),
    onSuccess: onTicket,
  })
  return (
    <Form submit={() => signIn.mutate()} busy={signIn.isPending} error={signIn.error} label={words.submit}>
      <TextField
        label={words.name}
        {...asTyped(name, setName, errorsOf(signIn.error, 'name'))}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        required
      />
      <TextField
        label={words.password}
        type="password"
        {...asTyped(password, setPassword, errorsOf(signIn.error, 'password'))}
        autoComplete="current-password"
        required
      />
    </Form>
  )
}

/** The second step; calls `done` afterwards, or shows the screen behind the sign-in. */
export function SecondFactor({ ticket, back, done }: { ticket: Ticket; back: () => void; done?: () => void }) {
  const [code, setCode] = useState('')
  const [newPassword, setNewPassword] = useState('')
  const client = useQueryClient()
  const { enrol } = ticket
  const needsPassword = enrol?.new_password_required === true
  const enter = async () => {
    rememberSignedIn(true)
    if (done) return done()
    await client.invalidateQueries()
  }
  const confirm = useMutation({
    mutationFn: async () => {
      const body = { ticket: ticket.ticket, code: code.replace(/\s/g, '') }
      await call('staffSecondFactor', { body: needsPassword ? { ...body, new_password: newPassword } : body })
      await enter()
    },
  })
  return (
    <Form
      submit={() => confirm.mutate()}
      busy={confirm.isPending}
      error={confirm.error}
      label={words.confirm}
      foot={
        <>
          {ticket.passkey && canUsePasskeys() ? <PasskeyButton ticket={ticket.ticket} enter={enter} /> : null}
          {confirm.error ? <p className={styles['quiet']}>{words.wrongTicket}</p> : null}
          <Button kind="plain" small onClick={back}>
            {words.back}
          </Button>
        </>
      }
    >
      {enrol ? (
        <>
          <h2>{words.enrolTitle}</h2>
          <p className={styles['quiet']}>{words.enrolLead}</p>
          {needsPassword ? (
            <TextField
              label={words.newPassword}
              hint={words.newPasswordHint}
              type="password"
              {...asTyped(newPassword, setNewPassword, errorsOf(confirm.error, 'new_password'))}
              autoComplete="new-password"
              minLength={12}
              autoFocus
              required
            />
          ) : null}
          <p>{words.enrolApp}</p>
          <AppSecret {...enrol} />
        </>
      ) : (
        <>
          <h2>{words.codeTitle}</h2>
          <p className={styles['quiet']}>{words.codeLead}</p>
        </>
      )}
      <CodeField
        label={words.code}
        hint={enrol ? words.enrolCode : undefined}
        value={code}
        set={setCode}
        errors={errorsOf(confirm.error, 'code')}
        autoFocus={!needsPassword}
      />
    </Form>
  )
}

/** The second step with a passkey instead of the code. */
function PasskeyButton({ ticket, enter }: { ticket: string; enter: () => Promise<void> | void }) {
  const sign = useMutation({
    mutationFn: async () => {
      const { options } = await call('beginPasskeySignIn', { body: { ticket } })
      await call('passkeySignIn', { body: { ticket, credential: await signWithPasskey(options) } })
      await enter()
    },
  })
  return (
    <>
      {sign.error ? (
        <Notice tone="bad" role="alert">
          {sentenceOf(sign.error)}
        </Notice>
      ) : null}
      <Button kind="quiet" wide busy={sign.isPending} onClick={() => sign.mutate()}>
        {words.passkey}
      </Button>
    </>
  )
}

/** Sign-in form with its error. */
export function Form({
  submit,
  busy,
  error,
  label,
  foot,
  children,
}: {
  submit: () => void
  busy: boolean
  error: unknown
  label: string
  foot?: ReactNode
  children?: ReactNode
}) {
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) submit()
  }
  return (
    <form method="post" className={styles['form']} onSubmit={onSubmit}>
      {error && !hasFieldErrors(error) ? (
        <Notice tone="bad" role="alert">
          {sentenceOf(error)}
        </Notice>
      ) : null}
      {children}
      <Button type="submit" wide busy={busy}>
        {label}
      </Button>
      {foot}
    </form>
  )
}
