import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReplyOf } from '@dhow/contract/operation'
import type { staffGifts } from '@dhow/contract/rewards'
import { Button } from '@dhow/ui/button'
import { Badge, Empty, type Tone } from '@dhow/ui/feedback'
import { Table } from '@dhow/ui/table'
import { useToast } from '@dhow/ui/toast'
import { call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { fill, money, when } from '../../shared/format.ts'
import { Page } from '../../shared/page.tsx'
import { useLiveInterval } from '../../shared/presence.tsx'
import { ActForm } from '../../shared/queue/act-form.tsx'
import { useMay, useRefresh } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { NewGift } from './new-gift.tsx'

const words = en.gifts
const refreshEveryMs = 15_000
type Envelope = ReplyOf<typeof staffGifts>['envelopes'][number]
const tones: Record<Envelope['state'], Tone> = { open: 'good', empty: 'neutral', expired: 'neutral', stopped: 'bad' }

/** Gift envelopes: what was given out, what is left, and a new one. */
export function Gifts() {
  const [making, setMaking] = useState(false)
  const [stopping, setStopping] = useState<Envelope>()
  const mayMake = useMay('makeGifts')
  const interval = useLiveInterval(refreshEveryMs)
  const asked = useQuery({ queryKey: ['gifts'], queryFn: () => call('staffGifts'), refetchInterval: interval })
  const make = mayMake && !making ? <Button onClick={() => setMaking(true)}>{words.make}</Button> : null
  return (
    <Page title={words.title} lead={mayMake ? words.lead : `${words.lead} ${words.makersOnly}`} tools={make}>
      {making ? <NewGift close={() => setMaking(false)} /> : null}
      {stopping ? <StopGift envelope={stopping} close={() => setStopping(undefined)} /> : null}
      <Asked query={asked}>
        {({ envelopes }) =>
          envelopes.length === 0 ? (
            <Empty title={words.emptyTitle}>{mayMake ? words.emptyText : words.makersOnly}</Empty>
          ) : (
            <Table
              label={words.title}
              columns={[
                { key: 'title', label: words.giftTitle },
                { key: 'market', label: words.market },
                { key: 'kind', label: words.kind },
                { key: 'pot', label: words.pot, isNumber: true },
                { key: 'claimed', label: words.claimed, isNumber: true },
                { key: 'until', label: words.until },
                { key: 'state', label: words.state },
              ]}
              rows={envelopes.map((envelope) => ({
                key: envelope.id,
                cells: {
                  title: envelope.title,
                  market: en.market[envelope.market],
                  kind: words[envelope.kind],
                  pot: money(envelope.pot, envelope.currency),
                  claimed: `${envelope.claimed} / ${envelope.claims} · ${money(envelope.claimed_amount, envelope.currency)}`,
                  until: when(envelope.expires_at),
                  state: (
                    <>
                      <Badge tone={tones[envelope.state]}>{words.states[envelope.state]}</Badge>{' '}
                      {mayMake && envelope.state === 'open' ? (
                        <Button
                          kind="plain"
                          small
                          aria-label={`${words.stop}: ${envelope.title}`}
                          onClick={() => setStopping(envelope)}
                        >
                          {words.stop}
                        </Button>
                      ) : null}
                    </>
                  ),
                },
              }))}
            />
          )
        }
      </Asked>
    </Page>
  )
}

function StopGift({ envelope, close }: { envelope: Envelope; close: () => void }) {
  const refresh = useRefresh()
  const toast = useToast()
  const stop = useMutation({
    mutationFn: () => call('stopGift', { params: { id: envelope.id }, body: {} }),
    onSuccess() {
      refresh('gifts', 'audit')
      toast(fill(words.stopped, { title: envelope.title }), 'good')
      close()
    },
  })
  return (
    <ActForm
      key={envelope.id}
      title={words.stop}
      lead={fill(words.stopLead, { title: envelope.title })}
      confirm={words.confirmStop}
      kind="danger"
      busy={stop.isPending}
      error={stop.error}
      forget={stop.reset}
      submit={() => stop.mutate()}
      cancel={close}
    />
  )
}
