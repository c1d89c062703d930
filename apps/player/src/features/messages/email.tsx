import type { getChannels, setChannels } from '@dhow/contract/deliveries'
import type { BodyOf, ReplyOf } from '@dhow/contract/operation'
import { Button } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { CheckField, TextField } from '@dhow/ui/field'
import { Card, Row, Stack } from '@dhow/ui/layout'
import { useToast } from '@dhow/ui/toast'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormMessage } from '../../shared/form-message.tsx'
import { call, waitOf } from '../../shared/api.ts'
import { CodeField } from '../../shared/code-field.tsx'
import { useCountdown } from '../../shared/countdown.ts'
import { useSubmit } from '../../shared/form.ts'
import { SubmitForm } from '../../shared/submit-form.tsx'
import { fill } from '../../shared/format.ts'
import formStyles from '../../shared/page.module.css'
import { useWords } from '../../shared/words/words.tsx'
import styles from './inbox.module.css'

type Channels = ReplyOf<typeof getChannels>

/** The player's e-mail address: add (by a code sent to it), change, remove; and whether messages go there. */
export function Email({
  channels,
  save,
}: {
  channels: Channels
  save: (change: BodyOf<typeof setChannels>) => Promise<void>
}) {
  const words = useWords()
  const client = useQueryClient()
  const [isTyping, setIsTyping] = useState(false)
  const [left, wait] = useCountdown(0)
  const { email } = channels
  const { asked } = email
  const isUsable = email.address !== null && email.came_back_at === null
  if (!email.is_available && email.address === null) return null
  const show = (next: Channels) => client.setQueryData(['channels'], next)
  const needsAddress = isTyping || asked?.failed === true || (asked === null && !isUsable)
  const canChange = email.is_available && isUsable && !isTyping && !asked
  const canKeep = isTyping && (isUsable || asked?.failed === false)
  const canRemove = email.address !== null && !isTyping
  return (
    <div className={styles['addresses']}>
      <Card>
        <Stack>
          <h2>{words.channels.email}</h2>
          <State email={email} />
          {isUsable ? <Choices channels={channels.channels} save={save} /> : null}
          {email.is_available && needsAddress ? (
            <AddressForm
              first={asked?.address ?? ''}
              pause={[left, wait]}
              sent={(next) => {
                show(next)
                setIsTyping(false)
              }}
            />
          ) : null}
          {asked && !needsAddress ? (
            <CodeForm address={asked.address} pause={[left, wait]} show={show} other={() => setIsTyping(true)} />
          ) : null}
          {canChange || canKeep || canRemove ? (
            <Row>
              {canChange ? (
                <Button kind="quiet" onClick={() => setIsTyping(true)}>
                  {words.channels.emailChange}
                </Button>
              ) : null}
              {canKeep ? (
                <Button kind="quiet" onClick={() => setIsTyping(false)}>
                  {words.channels.emailKeep}
                </Button>
              ) : null}
              {canRemove ? <Remove show={show} /> : null}
            </Row>
          ) : null}
        </Stack>
      </Card>
    </div>
  )
}

function State({ email: { address, came_back_at, asked } }: { email: Channels['email'] }) {
  const { channels } = useWords()
  return (
    <>
      {address === null ? (
        <p>{channels.emailLead}</p>
      ) : came_back_at === null ? (
        <p>{fill(channels.emailOwn, { address })}</p>
      ) : (
        <Notice tone="warn" role="status">
          {fill(channels.emailCameBack, { address })}
        </Notice>
      )}
      {asked?.failed ? (
        <Notice tone="bad" role="alert">
          {fill(channels.emailFailed, { address: asked.address })}
        </Notice>
      ) : null}
    </>
  )
}

function Choices({
  channels,
  save,
}: {
  channels: Channels['channels']
  save: (change: BodyOf<typeof setChannels>) => Promise<void>
}) {
  const words = useWords()
  return (
    <>
      <CheckField checked={channels.email} onChange={(event) => void save({ email: event.target.checked })}>
        {words.channels.emailWanted}
      </CheckField>
      <CheckField checked={channels.email_sums} onChange={(event) => void save({ email_sums: event.target.checked })}>
        {words.channels.emailSums}
      </CheckField>
    </>
  )
}

type Pause = [left: number, wait: (seconds: number) => void]

/** Requests a code; the button counts down until the next one. */
function useAsking([, wait]: Pause, address: string, sent: (next: Channels) => void) {
  const { channels } = useWords()
  return useSubmit(
    ['address'],
    async () => {
      try {
        const { resend_after_s: seconds, ...next } = await call('setEmail', { body: { address } })
        wait(seconds)
        sent(next)
      } catch (error) {
        wait(waitOf(error) ?? 0)
        throw error
      }
    },
    () => (address.trim() === '' ? { address: [channels.emailNeeded] } : {}),
  )
}

function AddressForm({ first, pause, sent }: { first: string; pause: Pause; sent: (next: Channels) => void }) {
  const words = useWords()
  const [address, setAddress] = useState(first)
  const form = useAsking(pause, address, sent)
  const [left] = pause
  return (
    <form method="post" className={formStyles['form']} onSubmit={(event) => void form.submit(event)} noValidate>
      <TextField
        label={words.channels.emailAddress}
        hint={words.channels.emailHint}
        name="address"
        type="email"
        autoComplete="email"
        maxLength={254}
        value={address}
        onChange={(event) => {
          setAddress(event.target.value)
          form.clear('address')
        }}
        errors={form.fields['address']}
      />
      <FormMessage>{form.message}</FormMessage>
      <Button type="submit" busy={form.busy || left > 0}>
        {left > 0 ? fill(words.auth.resendIn, { seconds: left }) : words.channels.emailSend}
      </Button>
    </form>
  )
}

function CodeForm({
  address,
  pause,
  show,
  other,
}: {
  address: string
  pause: Pause
  show: (next: Channels) => void
  other: () => void
}) {
  const words = useWords()
  const toast = useToast()
  const [otp, setOtp] = useState('')
  const again = useAsking(pause, address, show)
  const form = useSubmit(
    ['otp'],
    async () => {
      show(await call('confirmEmail', { body: { otp } }))
      toast(words.channels.emailConfirmed, 'good')
    },
    () => (otp === '' ? { otp: [words.closing.codeNeeded] } : {}),
  )
  const [left] = pause
  return (
    <>
      <Notice tone="good" role="status">
        {fill(words.channels.emailSent, { address })}
      </Notice>
      <SubmitForm form={form} label={words.channels.emailConfirm} wide={false}>
        <CodeField
          value={otp}
          onValue={(code) => {
            setOtp(code)
            form.clear('otp')
          }}
          errors={form.fields['otp']}
          hint={words.channels.emailCodeHint}
          sandboxPath="/mail"
        />
      </SubmitForm>
      <FormMessage>{again.message}</FormMessage>
      <Row>
        <Button kind="quiet" busy={again.busy || left > 0} onClick={() => void again.submit()}>
          {left > 0 ? fill(words.auth.resendIn, { seconds: left }) : words.auth.resend}
        </Button>
        <Button kind="quiet" onClick={other}>
          {words.channels.emailOther}
        </Button>
      </Row>
    </>
  )
}

function Remove({ show }: { show: (next: Channels) => void }) {
  const words = useWords()
  const toast = useToast()
  const form = useSubmit([], async () => {
    show(await call('removeEmail'))
    toast(words.channels.emailRemoved, 'good')
  })
  return (
    <>
      <FormMessage>{form.message}</FormMessage>
      <Button kind="quiet" busy={form.busy} onClick={() => void form.submit()}>
        {words.channels.emailRemove}
      </Button>
    </>
  )
}
