import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Campaign } from '@dhow/contract/campaigns'
import { Button } from '@dhow/ui/button'
import { Badge, Empty, type Tone } from '@dhow/ui/feedback'
import { Table } from '@dhow/ui/table'
import { call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { fill, formatMoney } from '../../shared/format.ts'
import { Page } from '../../shared/page.tsx'
import { useLiveQuery } from '../../shared/use-live-query.ts'
import detail from '../../shared/queue/detail.module.css'
import { RowActions } from '../../shared/row-actions.tsx'
import { usePermission, useRefresh } from '../../shared/session.tsx'
import { WaitingChanges } from '../../shared/waiting-changes.tsx'
import { en } from '../../shared/words/en.ts'
import { CampaignForm } from './campaign-form.tsx'
import { CampaignSteps, flowText } from './campaign-steps.tsx'
import { DryRun } from './dry-run.tsx'
import { Segments } from './segments.tsx'
import { StartForm } from './start-form.tsx'

const words = en.campaigns
const tones: Record<Campaign['state'], Tone> = {
  draft: 'neutral',
  waiting: 'warn',
  running: 'good',
  paused: 'warn',
  done: 'info',
  ended: 'bad',
}
type Act = { kind: 'new' } | { kind: 'change' | 'dry-run' | 'start' | 'steps'; campaign: Campaign }

/** Campaigns with their counts, dry runs and segments. */
export function Campaigns() {
  const [act, setAct] = useState<Act>()
  const mayMake = usePermission('campaigns.make')
  const asked = useLiveQuery(['campaigns'], () => call('staffCampaigns'), 15_000)
  const close = () => setAct(undefined)
  const add = mayMake && !act ? <Button onClick={() => setAct({ kind: 'new' })}>{words.newCampaign}</Button> : null
  return (
    <Page title={words.title} lead={words.lead} tools={add}>
      <WaitingChanges kind="campaign" />
      {act?.kind === 'new' ? <CampaignForm close={close} /> : null}
      {act?.kind === 'change' ? <CampaignForm key={act.campaign.id} campaign={act.campaign} close={close} /> : null}
      {act?.kind === 'dry-run' ? <DryRun campaign={act.campaign} close={close} /> : null}
      {act?.kind === 'steps' ? <CampaignSteps key={act.campaign.id} campaign={act.campaign} close={close} /> : null}
      {act?.kind === 'start' ? <StartForm campaign={act.campaign} close={close} /> : null}
      <Asked query={asked}>
        {({ campaigns }) =>
          campaigns.length === 0 ? (
            <Empty title={words.noCampaigns}>{words.newLead}</Empty>
          ) : (
            <Table
              label={words.title}
              columns={[
                { key: 'name', label: words.name },
                { key: 'kind', label: words.kind },
                { key: 'state', label: words.state },
                { key: 'counts', label: words.counts },
                { key: 'spent', label: words.spent, isNumber: true },
                { key: 'actions', label: words.actions },
              ]}
              rows={campaigns.map((one) => ({ key: one.id, cells: cellsOf(one, setAct) }))}
            />
          )
        }
      </Asked>
      <Segments />
    </Page>
  )
}

function cellsOf(campaign: Campaign, act: (act: Act) => void) {
  const { currency, amount, budget, spent } = campaign
  return {
    name: (
      <>
        <strong>{campaign.name}</strong>
        <br />
        <small className={detail['quiet']}>{flowText(campaign)}</small>
      </>
    ),
    kind:
      amount === null ? words.kinds[campaign.kind] : `${words.kinds[campaign.kind]}, ${formatMoney(amount, currency)}`,
    state: <Badge tone={tones[campaign.state]}>{words.states[campaign.state]}</Badge>,
    counts: fill(words.progress, { reached: campaign.steps.reached, entered: campaign.steps.entered }),
    spent: budget === null ? '' : `${formatMoney(spent, currency)} / ${formatMoney(budget, currency)}`,
    actions: <Actions campaign={campaign} act={act} />,
  }
}

function Actions({ campaign, act }: { campaign: Campaign; act: (act: Act) => void }) {
  const [mayMake, mayStart] = [usePermission('campaigns.make'), usePermission('campaigns.start')]
  const refresh = useRefresh()
  const params = { id: campaign.id }
  const move = useMutation({
    mutationFn: (to: 'pause' | 'go-on' | 'end') =>
      to === 'end'
        ? call('endCampaign', { params, body: {} })
        : call('pauseCampaign', { params, body: { paused: to === 'pause' } }),
    onSuccess: () => refresh('campaigns', 'audit'),
  })
  const { state } = campaign
  const isDraft = state === 'draft' || state === 'waiting'
  const isLive = state === 'running' || state === 'paused'
  return (
    <RowActions
      name={campaign.name}
      of={move}
      actions={[
        { label: words.stepsButton, run: () => act({ kind: 'steps', campaign }) },
        { label: words.dryRun, run: () => act({ kind: 'dry-run', campaign }) },
        isDraft && mayMake && { label: words.edit, run: () => act({ kind: 'change', campaign }) },
        isDraft && mayStart && { label: words.start, run: () => act({ kind: 'start', campaign }) },
        state === 'running' && mayMake && { label: words.pause, run: () => move.mutate('pause') },
        state === 'paused' && mayMake && { label: words.goOn, run: () => move.mutate('go-on') },
        (isDraft || isLive) && mayMake && { label: words.end, run: () => move.mutate('end') },
      ]}
    />
  )
}
