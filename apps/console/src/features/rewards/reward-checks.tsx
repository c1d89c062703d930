import { Link } from 'react-router'
import type { RewardCheck } from '@dhow/contract/reward-checks'
import { Badge, type Tone } from '@dhow/ui/feedback'
import { pathOf } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { fill, formatMoney, formatTime } from '../../shared/format.ts'
import { DecisionButtons, DecisionList } from '../../shared/queue/decision-list.tsx'
import { ReasonForm } from '../../shared/queue/reason-form.tsx'
import { usePermission } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'

const words = en.rewardChecks
const tones: Record<RewardCheck['state'], Tone> = { waiting: 'warn', given: 'good', refused: 'bad' }
type Action = keyof typeof words.actions

/** Rewards of accounts that seem to be one person's, to be given or refused by an operator. */
export function RewardChecks() {
  const mayDecide = usePermission('rewards.decide')
  return (
    <DecisionList
      words={words}
      queryKey="reward-checks"
      waiting="waiting"
      ask={async (shown) => (await call('staffRewardChecks', { query: { state: shown } })).checks}
      mayDecide={mayDecide}
      columns={[
        { key: 'since', label: words.since },
        { key: 'player', label: words.player },
        { key: 'reward', label: words.reward },
        { key: 'amount', label: words.amount, isNumber: true },
        { key: 'points', label: words.points, isNumber: true },
        { key: 'reasons', label: words.reasons },
        { key: 'state', label: words.state },
      ]}
      cellsOf={cellsOf}
      form={(check, action, close) => <Decide check={check} action={action} close={close} />}
    />
  )
}

function cellsOf(check: RewardCheck, decide: ((action: Action) => void) | undefined) {
  return {
    since: formatTime(check.created_at),
    player: <Link to={pathOf(check.player_id) ?? ''}>{check.player_name}</Link>,
    reward: (
      <>
        {words.kinds[check.kind]}{' '}
        {check.friend_id ? <Link to={pathOf(check.friend_id) ?? ''}>{words.friend}</Link> : null}
      </>
    ),
    amount: formatMoney(check.amount, check.currency),
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
        {decide && check.state === 'waiting' ? (
          <DecisionButtons
            actions={words.actions}
            about={`${check.player_name}, ${formatMoney(check.amount, check.currency)}`}
            decide={decide}
          />
        ) : null}
      </>
    ),
  }
}

function Decide({ check, action, close }: { check: RewardCheck; action: Action; close: () => void }) {
  return (
    <ReasonForm
      words={words.actions[action]}
      name={{ player: check.player_name, amount: formatMoney(check.amount, check.currency) }}
      kind={action === 'give' ? 'main' : 'danger'}
      refresh={['reward-checks', 'bonuses']}
      send={async (reason) => {
        await call(action === 'give' ? 'giveReward' : 'refuseReward', { params: { id: check.id }, body: { reason } })
      }}
      close={close}
    />
  )
}
