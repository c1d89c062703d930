import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@dhow/ui/button'
import { Mark } from '@dhow/ui/logo'
import { paths } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { en } from '../../shared/words/en.ts'
import { Form, SecondFactor, type Ticket } from './sign-in.tsx'
import styles from './sign-in.module.css'

const words = en.signIn
const goHome = () => location.assign(paths.home)

/** Token of a one-time link. It is in the fragment `#enrol=`, which no log contains, and is removed from the address at once. */
export function linkToken(): string | undefined {
  const token = /^#enrol=(.+)$/.exec(location.hash)?.[1]
  if (token !== undefined) history.replaceState(null, '', location.pathname)
  return token
}

/** Page of a new operator’s link; needs a button press, so that a link preview does not use the token up. */
export function Enrol({ token }: { token: string }) {
  const [ticket, setTicket] = useState<Ticket>()
  const open = useMutation({
    mutationFn: () => call('openEnrolment', { body: { token } }),
    onSuccess: (reply) =>
      setTicket({ status: 'success', next: 'enrol', ticket: reply.ticket, passkey: false, enrol: reply.enrol }),
  })
  return (
    <main className={styles['screen']} data-sign-in>
      <div className={styles['card']}>
        <div className={styles['head']}>
          <Mark size={40} />
          <h1>{words.linkTitle}</h1>
          <p>{words.linkLead}</p>
        </div>
        {ticket ? (
          <SecondFactor ticket={ticket} back={() => setTicket(undefined)} done={goHome} />
        ) : (
          <Form
            submit={() => open.mutate()}
            busy={open.isPending}
            error={open.error}
            label={words.openLink}
            foot={
              <Button kind="plain" small onClick={goHome}>
                {words.back}
              </Button>
            }
          />
        )}
      </div>
    </main>
  )
}
