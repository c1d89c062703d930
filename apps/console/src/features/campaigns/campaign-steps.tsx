import { useQuery } from '@tanstack/react-query'
import type { Campaign } from '@dhow/contract/campaigns'
import { refusals } from '@dhow/contract/refusals'
import { Button } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { Table } from '@dhow/ui/table'
import { call } from '../../shared/api.ts'
import { fill, formatMoney } from '../../shared/format.ts'
import { useLiveInterval } from '../../shared/presence.tsx'
import detail from '../../shared/queue/detail.module.css'
import { en } from '../../shared/words/en.ts'
import { CountList } from './dry-run.tsx'

const words = en.campaigns
const steps = ['entered', 'held', 'waiting', 'reached', 'claimed'] as const

/** Steps of a campaign: how players enter, and how many are at each step, live. */
export function CampaignSteps({ campaign: opened, close }: { campaign: Campaign; close: () => void }) {
  const interval = useLiveInterval(5_000)
  const { data } = useQuery({
    queryKey: ['campaigns'],
    queryFn: () => call('staffCampaigns'),
    refetchInterval: interval,
  })
  const campaign = data?.campaigns.find(({ id }) => id === opened.id) ?? opened
  const { counts, spent, currency, budget } = campaign
  const { given: _given, sent: _sent, ...held } = counts
  const title = fill(words.stepsOf, { name: campaign.name })
  return (
    <section className={detail['block']} aria-label={title}>
      <h2>{title}</h2>
      <p>{flowText(campaign)}</p>
      <Gaps campaign={campaign} />
      <Table
        label={title}
        columns={[
          { key: 'step', label: words.step },
          { key: 'players', label: words.counts, isNumber: true },
        ]}
        rows={steps
          .filter((step) => step !== 'claimed' || campaign.kind === 'gift')
          .map((step) => ({
            key: step,
            cells: {
              step: step === 'held' ? <HeldBack counts={held} /> : words.steps[step],
              players: campaign.steps[step],
            },
          }))}
      />
      {budget === null ? null : (
        <p>{fill(words.cost, { spent: formatMoney(spent, currency), budget: formatMoney(budget, currency) })}</p>
      )}
      <div className={detail['buttons']}>
        <Button kind="plain" onClick={close}>
          {en.console.close}
        </Button>
      </div>
    </section>
  )
}

function HeldBack({ counts }: { counts: Record<string, number> }) {
  return (
    <>
      {words.steps.held}
      <CountList counts={counts} />
    </>
  )
}

/** Missing parts of a draft, as sentences. */
function Gaps({ campaign: { state, gaps } }: { campaign: Campaign }) {
  if ((state !== 'draft' && state !== 'waiting') || gaps.length === 0) return null
  return (
    <Notice tone="warn">
      {words.gaps}
      <ul>
        {gaps.map((gap) => (
          <li key={gap}>{refusals[gap].sentence}</li>
        ))}
      </ul>
    </Notice>
  )
}

/** Sentence about how players enter and how long they wait. */
export function flowText({ trigger, event, days, repeats, wait_minutes: minutes, segment }: Campaign): string {
  const named = { segment: segment.name, days: days ?? '…' }
  const enters =
    trigger === 'event'
      ? fill(words.eventSentences[event ?? 'none'], named)
      : fill(words.triggerSentences[trigger], named)
  const wait = minutes === 0 ? words.noWait : fill(words.waitSentence, { wait: waitText(minutes) })
  return [enters, wait, repeats ? words.repeatsSentence : words.onceSentence].join(' ')
}

function waitText(minutes: number): string {
  if (minutes % 1_440 === 0) return fill(words.waits.days, { count: minutes / 1_440 })
  if (minutes % 60 === 0) return fill(words.waits.hours, { count: minutes / 60 })
  return fill(words.waits.minutes, { count: minutes })
}
