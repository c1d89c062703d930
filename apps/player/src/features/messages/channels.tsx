import type { BodyOf } from '@dhow/contract/operation'
import type { setChannels } from '@dhow/contract/deliveries'
import { Notice } from '@dhow/ui/feedback'
import { Button } from '@dhow/ui/button'
import { CheckField } from '@dhow/ui/field'
import { Card, Stack } from '@dhow/ui/layout'
import { useToast } from '@dhow/ui/toast'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, sentencesOf } from '../../shared/api.ts'
import { fill, formatTime } from '../../shared/format.ts'
import { LoadingOrError } from '../../shared/loading-or-error.tsx'
import { Page, type PageHead } from '../../shared/page.tsx'
import { useLanguage, useWords, type Words } from '../../shared/words/words.tsx'
import { Email } from './email.tsx'
import styles from './channels.module.css'
import { ownPush, startPush, stopPush } from '../../shared/push.ts'

/** Channels of messages besides the inbox, and consent to offers. */
export default function Channels() {
  const words = useWords()
  const client = useQueryClient()
  const toast = useToast()
  const { data, error, refetch } = useQuery({
    queryKey: ['channels'],
    queryFn: () => call('getChannels'),
    // Poll: a mail server reports an unknown mailbox within seconds.
    refetchInterval: ({ state }) => (state.data?.email.asked?.failed === false ? 5_000 : false),
  })
  const save = async (change: BodyOf<typeof setChannels>) => {
    try {
      client.setQueryData(['channels'], await call('setChannels', { body: change }))
      // The page of the account shows the same switch for offers.
      void client.invalidateQueries({ queryKey: ['preferences'] })
      toast(words.channels.saved, 'good')
    } catch (problem) {
      toast(sentencesOf(problem).join(' '), 'bad')
    }
  }
  return (
    <Page {...Channels.head(words)}>
      <Card>
        <Stack>
          <h2>{words.channels.push}</h2>
          <p>{words.channels.pushLead}</p>
          <ThisBrowser />
          {data ? (
            <CheckField
              checked={data.channels.push_sums}
              onChange={(event) => void save({ push_sums: event.target.checked })}
            >
              {words.channels.pushSums}
            </CheckField>
          ) : null}
        </Stack>
      </Card>
      {data ? (
        <>
          <Card>
            <Stack>
              <h2>{words.channels.sms}</h2>
              <CheckField checked={data.channels.sms} onChange={(event) => void save({ sms: event.target.checked })}>
                {words.channels.smsWanted}
              </CheckField>
              <p>{words.channels.smsAlways}</p>
            </Stack>
          </Card>
          <Email channels={data} save={save} />
          <Offers offers={data.offers} choose={(offers) => void save({ offers })} />
        </>
      ) : (
        <LoadingOrError error={error} refetch={refetch} lines={6} />
      )}
    </Page>
  )
}

Channels.early = true
Channels.head = (words: Words): PageHead => ({ title: words.channels.title, lead: words.channels.lead })

/** Notifications in this browser; switched on only by a tap. */
function ThisBrowser() {
  const { channels } = useWords()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const { data, refetch } = useQuery({ queryKey: ['push'], queryFn: ownPush })
  if (data === undefined) return <div className={styles['browser']} />
  if (data === 'unsupported') return <p>{channels.pushUnsupported}</p>
  const change = async () => {
    setBusy(true)
    setFault(undefined)
    try {
      if (data === 'on') await stopPush()
      else if (!(await startPush())) setFault(channels.pushRefused)
    } catch (problem) {
      setFault(sentencesOf(problem).join(' '))
    }
    await refetch()
    setBusy(false)
  }
  return (
    <>
      {fault === undefined ? null : (
        <Notice tone="bad" role="alert">
          {fault}
        </Notice>
      )}
      <p role="status">{data === 'on' ? channels.pushOn : channels.pushOff}</p>
      <Button kind={data === 'on' ? 'quiet' : 'main'} busy={busy} onClick={() => void change()}>
        {data === 'on' ? channels.pushStop : channels.pushStart}
      </Button>
    </>
  )
}

function Offers({
  offers,
  choose,
}: {
  offers: { allowed: boolean; since: string | null }
  choose: (allowed: boolean) => void
}) {
  const { channels } = useWords()
  const language = useLanguage()
  return (
    <Card>
      <Stack>
        <h2>{channels.offers}</h2>
        <CheckField checked={offers.allowed} onChange={(event) => choose(event.target.checked)}>
          {channels.offersWanted}
        </CheckField>
        <p>
          {offers.since === null
            ? channels.offersNever
            : fill(offers.allowed ? channels.offersSince : channels.offersStopped, {
                time: formatTime(offers.since, language),
              })}
        </p>
      </Stack>
    </Card>
  )
}
