import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@dhow/ui/button'
import { TextField } from '@dhow/ui/field'
import { Card } from '@dhow/ui/layout'
import { useToast } from '@dhow/ui/toast'
import { asTyped } from '../../shared/as-typed.ts'
import { call, errorsOf } from '../../shared/api.ts'
import cards from '../../shared/cards.module.css'
import { fill } from '../../shared/format.ts'
import { Page } from '../../shared/page.tsx'
import { ActionForm } from '../../shared/queue/action-form.tsx'
import { useMe } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { TakeRole } from './break-glass.tsx'
import { ConfirmAuthenticator, type NewAuthenticator } from './confirm-authenticator.tsx'
import { FactorFields, noFactors, factorsBody } from './factor-fields.tsx'
import { MyPasskeys } from './my-passkeys.tsx'
import { MySessions } from './my-sessions.tsx'
import styles from './my-account.module.css'

const words = en.myAccount

/** An operator's own sign-in: change the password, move to another authenticator. */
export function MyAccount() {
  const { operator } = useMe()
  const [open, setOpen] = useState<'password' | 'authenticator'>()
  const close = () => setOpen(undefined)
  return (
    <Page title={words.title} lead={fill(words.lead, { name: operator.name, role: operator.role_name })}>
      <div className={`${cards['cards']} ${styles['cards']}`}>
        {(['password', 'authenticator'] as const).map((part) => (
          <Card key={part} className={styles['card']}>
            <h2>{words[part].title}</h2>
            {open === part ? (
              part === 'password' ? (
                <ChangePassword close={close} />
              ) : (
                <ChangeAuthenticator close={close} />
              )
            ) : (
              <>
                <p>{words[part].about}</p>
                <div>
                  <Button kind="quiet" small onClick={() => setOpen(part)}>
                    {words[part].change}
                  </Button>
                </div>
              </>
            )}
          </Card>
        ))}
        <MyPasskeys />
        <TakeRole />
      </div>
      <MySessions />
    </Page>
  )
}

function ChangePassword({ close }: { close: () => void }) {
  const [factors, setFactors] = useState(noFactors)
  const [newPassword, setNewPassword] = useState('')
  const toast = useToast()
  const change = useMutation({
    mutationFn: () => call('changeOwnPassword', { body: { ...factorsBody(factors), new_password: newPassword } }),
    onSuccess: () => {
      toast(words.password.done, 'good')
      close()
    },
  })
  const { title, lead, confirm } = words.password
  return (
    <ActionForm title={title} lead={lead} confirm={confirm} action={change} cancel={close}>
      <FactorFields factors={factors} set={setFactors} error={change.error} codeLabel={words.code} />
      <TextField
        label={en.signIn.newPassword}
        hint={en.signIn.newPasswordHint}
        type="password"
        {...asTyped(newPassword, setNewPassword, errorsOf(change.error, 'new_password'))}
        autoComplete="new-password"
        minLength={12}
        maxLength={128}
        required
      />
    </ActionForm>
  )
}

/** Two steps: both current factors, then the first code of the new authenticator. */
function ChangeAuthenticator({ close }: { close: () => void }) {
  const [factors, setFactors] = useState(noFactors)
  const [made, setMade] = useState<NewAuthenticator>()
  const begin = useMutation({
    mutationFn: () => call('beginOwnAuthenticator', { body: factorsBody(factors) }),
    onSuccess: setMade,
  })
  if (made) return <ConfirmAuthenticator made={made} close={close} />
  const { title, lead, next } = words.authenticator
  return (
    <ActionForm title={title} lead={lead} confirm={next} action={begin} cancel={close}>
      <FactorFields factors={factors} set={setFactors} error={begin.error} codeLabel={words.oldCode} />
    </ActionForm>
  )
}
