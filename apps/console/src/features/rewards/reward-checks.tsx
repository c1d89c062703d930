import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { RewardCheck } from '@dhow/contract/reward-checks'
import { Button } from '@dhow/ui/button'
import { Badge, Empty, type Tone } from '@dhow/ui/feedback'
import { Table } from '@dhow/ui/table'
import { pathOf } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { fill, money, when } from '../../shared/format.ts'
import { Page } from '../../shared/page.tsx'
import { useLiveInterval } from '../../shared/presence.tsx'
import { ReasonForm } from '../../shared/queue/reason-form.tsx'
import { useMay } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'

const words = en.rewardChecks
const refreshEveryMs = 10_000
const tones: Record<RewardCheck['state'], Tone> = { waiting: 'warn', given: 'good', refused: 'bad' }
type Deciding = { check: RewardCheck; action: 'give' | 'refuse' }

/** Rewards of accounts that look like one person's: each is given or refused by an operator. */
export function RewardChecks() {
  const [shown, setShown] = useState<'waiting' | 'decided'>('waiting')
  const [deciding, setDeciding] = useState<Deciding>()
  const mayDecide = useMay('rewards.decide')
  const interval = useLiveInterval(refreshEveryMs)
  const asked = useQuery({
    queryKey: ['reward-checks', shown],
    queryFn: () => call('staffRewardChecks', { query: { state: shown } }),
    refetchInterval: interval,
  })
  const other = shown === 'waiting' ? 'decided' : 'waiting'
  const tools = (
    <Button kind="quiet" onClick={() => setShown(other)}>
      {words.show[other]}
    </Button>
  )
  return (
    <Page title={words.title} lead={mayDecide ? words.lead : `${words.lead} ${words.readOnly}`} tools={tools}>
      {deciding ? (
        <Decide key={`${deciding.check.id}-${deciding.action}`} {...deciding} close={() => setDeciding(undefined)} />
      ) : null}
      <Asked query={asked}>
        {({ checks }) =>
          checks.length === 0 ? (
            <Empty title={words.empty[shown]}>{words.emptyText}</Empty>
          ) : (
            <Table
              label={words.title}
              columns={[
                { key: 'since', label: words.since },
                { key: 'player', label: words.player },
                { key: 'reward', label: words.reward },
                { key: 'amount', label: words.amount, isNumber: true },
                { key: 'points', label: words.points, isNumber: true },
                { key: 'reasons', label: words.reasons },
                { key: 'state', label: words.state },
              ]}
              rows={checks.map((check) => ({
                key: check.id,
                cells: cellsOf(check, mayDecide ? setDeciding : undefined),
              }))}
            />
          )
        }
      </Asked>
    </Page>
  )
}

function cellsOf(check: RewardCheck, decide: ((deciding: Deciding) => void) | undefined) {
  return {
    since: when(check.created_at),
    player: <Link to={pathOf(check.player_id) ?? ''}>{check.player_name}</Link>,
    reward: (
      <>
        {words.kinds[check.kind]}{' '}
        {check.friend_id ? <Link to={pathOf(check.friend_id) ?? ''}>{words.friend}</Link> : null}
      </>
    ),
    amount: money(check.amount, check.currency),
    points: check.points,
    reasons: (
      <ul>
        {check.reasons.map(({ code, count, points }) => (
          <li key={code}>
            {fill(words.signals[code], { count })} ({points})
          </li>
        ))}
      </ul>
    ),
    state: (
      <>
        <Badge tone={tones[check.state]}>{words.states[check.state]}</Badge>{' '}
        {check.state !== 'waiting' ? `${check.decided_by ?? ''}: ${check.note ?? ''}` : null}
        {decide && check.state === 'waiting'
          ? (['give', 'refuse'] as const).map((action) => (
              <Button
                key={action}
                kind="plain"
                small
                aria-label={`${words.actions[action].confirm}: ${check.player_name}, ${money(check.amount, check.currency)}`}
                onClick={() => decide({ check, action })}
              >
                {words.actions[action].confirm}
              </Button>
            ))
          : null}
      </>
    ),
  }
}

function Decide({ check, action, close }: Deciding & { close: () => void }) {
  return (
    <ReasonForm
      words={words.actions[action]}
      name={{ player: check.player_name, amount: money(check.amount, check.currency) }}
      kind={action === 'give' ? 'main' : 'danger'}
      refresh={['reward-checks', 'bonuses']}
      send={async (reason) => {
        await call(action === 'give' ? 'giveReward' : 'refuseReward', { params: { id: check.id }, body: { reason } })
      }}
      close={close}
    />
  )
}
