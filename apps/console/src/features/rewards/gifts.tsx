import { useState } from 'react'
import type { ReplyOf } from '@dhow/contract/operation'
import type { staffGifts } from '@dhow/contract/gift-envelopes'
import { Button } from '@dhow/ui/button'
import { Badge, Empty, type Tone } from '@dhow/ui/feedback'
import { call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { formatMoney, formatTime } from '../../shared/format.ts'
import { ListTable } from '../../shared/list-table.tsx'
import { Page } from '../../shared/page.tsx'
import { useLiveQuery } from '../../shared/use-live-query.ts'
import { StopForm } from '../../shared/queue/stop-form.tsx'
import { usePermission } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { rulesText } from './claim-rule-fields.tsx'
import { NewGift } from './new-gift.tsx'
import { RefusedClaims } from './refused-claims.tsx'

const words = en.gifts
const refreshEveryMs = 15_000
type Envelope = ReplyOf<typeof staffGifts>['envelopes'][number]
const tones: Record<Envelope['state'], Tone> = { open: 'good', empty: 'neutral', expired: 'neutral', stopped: 'bad' }

/** Gift envelopes: claimed, left, and the form for a new one. */
export function Gifts() {
  const [making, setMaking] = useState(false)
  const [stopping, setStopping] = useState<Envelope>()
  const mayMake = usePermission('gifts.make')
  const asked = useLiveQuery(['gifts'], () => call('staffGifts'), refreshEveryMs)
  const make = mayMake && !making ? <Button onClick={() => setMaking(true)}>{words.make}</Button> : null
  return (
    <Page title={words.title} lead={mayMake ? words.lead : `${words.lead} ${words.viewOnly}`} tools={make}>
      {making ? <NewGift close={() => setMaking(false)} /> : null}
      {stopping ? (
        <StopForm
          key={stopping.id}
          words={words}
          title={stopping.title}
          send={() => call('stopGift', { params: { id: stopping.id }, body: {} })}
          refresh="gifts"
          close={() => setStopping(undefined)}
        />
      ) : null}
      <Asked query={asked}>
        {({ envelopes }) =>
          envelopes.length === 0 ? (
            <Empty title={words.emptyTitle}>{mayMake ? words.emptyText : words.viewOnly}</Empty>
          ) : (
            <ListTable
              name="gifts"
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
                  title: (
                    <>
                      {envelope.title}
                      {envelope.claim_rules ? <small> {rulesText(envelope.claim_rules)}</small> : null}
                    </>
                  ),
                  market: en.market[envelope.market],
                  kind: words[envelope.kind],
                  pot: formatMoney(envelope.pot, envelope.currency),
                  claimed: `${envelope.claimed} / ${envelope.claims} · ${formatMoney(envelope.claimed_amount, envelope.currency)}`,
                  until: formatTime(envelope.expires_at),
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
      <RefusedClaims />
    </Page>
  )
}
