import type { ClosingObstacle, getClosing } from '@dhow/contract/closing'
import type { ReplyOf } from '@dhow/contract/operation'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from '../../shared/router.tsx'
import { Button, buttonClass } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { Card, Row, Stack } from '@dhow/ui/layout'
import { useToast } from '@dhow/ui/toast'
import { paths, paymentPath } from '../../app/paths.ts'
import { FormMessage } from '../../shared/form-message.tsx'
import { call } from '../../shared/api.ts'
import { CodeField } from '../../shared/code-field.tsx'
import { useSubmit } from '../../shared/form.ts'
import { LoadingOrError } from '../../shared/loading-or-error.tsx'
import { SubmitForm } from '../../shared/submit-form.tsx'
import { fill, formatMoney, formatTime } from '../../shared/format.ts'
import { Link } from '../../shared/link.tsx'
import { useLiveEvents } from '../../shared/live-events.ts'
import { Page, type PageHead } from '../../shared/page.tsx'
import { SendCode } from '../../shared/send-code.tsx'
import { useSession } from '../../shared/session.tsx'
import { useLanguage, useWords, type Words } from '../../shared/words/words.tsx'
import styles from './accounts.module.css'

const liveEvents = ['balance', 'notice', 'inbox'] as const
type Closing = ReplyOf<typeof getClosing>

/** Closing the account: obstacles, consequences, the code, and a link back until it is done. */
export default function CloseAccount() {
  const words = useWords()
  const { data, error, refetch } = useQuery({ queryKey: ['closing'], queryFn: () => call('getClosing') })
  useLiveEvents(liveEvents, refetch)
  return (
    <Page {...CloseAccount.head(words)}>
      {data ? (
        data.closing ? (
          <Running until={data.closing.closes_at} left={data} changed={() => void refetch()} />
        ) : (
          <>
            <Effects days={data.days} />
            {data.obstacles.length > 0 ? <Obstacles of={data} /> : <Confirm />}
          </>
        )
      ) : (
        <LoadingOrError error={error} refetch={refetch} lines={6} />
      )}
    </Page>
  )
}

CloseAccount.early = true
CloseAccount.head = (words: Words): PageHead => ({ title: words.closing.title, lead: words.closing.lead })

function Effects({ days }: { days: number }) {
  const words = useWords()
  return (
    <Card>
      <Stack>
        <h2>{words.closing.effects}</h2>
        <ul className={styles['effects']}>
          {words.closing.effectList.map((effect) => (
            <li key={effect}>{fill(effect, { days })}</li>
          ))}
        </ul>
        <p>
          <Link to={paths.accountDashboard}>{words.closing.breakInstead}</Link>
        </p>
      </Stack>
    </Card>
  )
}

const ways: Partial<Record<ClosingObstacle['kind'], string>> = {
  balance: paths.withdraw,
  bonus: paths.bonus,
  debt: paths.whereIsMyMoney,
}

function Obstacles({ of: { obstacles, currency } }: { of: Closing }) {
  const words = useWords()
  return (
    <Card>
      <Stack>
        <h2>{words.closing.first}</h2>
        <Stack as="ul">
          {obstacles.map(({ kind, amount, id }) => {
            const to = id === null ? ways[kind] : paymentPath(id)
            return (
              <li key={id ?? kind}>
                <Row spread>
                  <span>{fill(words.closing.obstacles[kind], { amount: formatMoney(amount, currency) })}</span>
                  {to === undefined ? null : (
                    <Link to={to} className={buttonClass('quiet', { small: true })}>
                      {kind === 'balance' ? words.nav.withdraw : words.closing.view}
                    </Link>
                  )}
                </Row>
              </li>
            )
          })}
        </Stack>
      </Stack>
    </Card>
  )
}

function Confirm() {
  const words = useWords()
  const language = useLanguage()
  const toast = useToast()
  const { signOut } = useSession()
  const [otp, setOtp] = useState('')
  const form = useSubmit(
    ['otp'],
    async () => {
      const { closing } = await call('closeAccount', { body: { otp } })
      toast(fill(words.closing.done, { until: formatTime(closing.closes_at, language) }), 'good')
      // The server has ended the session.
      await signOut()
    },
    () => (otp.trim() === '' ? { otp: [words.closing.codeNeeded] } : {}),
  )
  return (
    <Card>
      <SubmitForm form={form} label={words.closing.close} kind="danger">
        <h2>{words.closing.confirm}</h2>
        <p>{words.closing.confirmLead}</p>
        <SendCode type="close_account" />
        <CodeField
          value={otp}
          onValue={(code) => {
            setOtp(code)
            form.clear('otp')
          }}
          errors={form.fields['otp']}
        />
      </SubmitForm>
    </Card>
  )
}

function Running({ until, left, changed }: { until: string; left: Closing; changed: () => void }) {
  const words = useWords()
  const language = useLanguage()
  const toast = useToast()
  const navigate = useNavigate()
  const client = useQueryClient()
  const keep = useSubmit([], async () => {
    await call('keepAccount', { body: {} })
    toast(words.closing.kept, 'good')
    await client.invalidateQueries()
    changed()
    navigate(paths.accountDashboard)
  })
  return (
    <>
      <Card>
        <Stack>
          <Notice tone="warn" role="status">
            {fill(words.closing.running, { until: formatTime(until, language) })}
          </Notice>
          <FormMessage>{keep.message}</FormMessage>
          <Button busy={keep.busy} onClick={() => void keep.submit()}>
            {keep.busy ? words.auth.working : words.closing.keep}
          </Button>
        </Stack>
      </Card>
      {left.obstacles.length > 0 ? <Obstacles of={left} /> : null}
    </>
  )
}
