import type { HeldWin } from '@dhow/contract/held-wins'
import { Badge, type Tone } from '@dhow/ui/feedback'
import { useToast } from '@dhow/ui/toast'
import { call } from '../../shared/api.ts'
import { fill, formatMoney, formatTime } from '../../shared/format.ts'
import { DecisionButtons, DecisionList } from '../../shared/queue/decision-list.tsx'
import { ReasonForm } from '../../shared/queue/reason-form.tsx'
import { usePermission } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'

const words = en.heldWins
const tones: Record<HeldWin['state'], Tone> = { held: 'warn', paid: 'good', refused: 'bad' }
type Action = keyof typeof words.actions

/** Wins above their provider's ceiling, to be paid or refused by an operator. */
export function HeldWins() {
  const mayDecide = usePermission('wins.decide')
  return (
    <DecisionList
      words={words}
      queryKey="held-wins"
      waiting="held"
      ask={async (shown) => (await call('staffHeldWins', { query: { state: shown } })).wins}
      mayDecide={mayDecide}
      columns={[
        { key: 'held_at', label: words.heldAt },
        { key: 'player', label: words.player },
        { key: 'game', label: words.game },
        { key: 'stake', label: words.stake, isNumber: true },
        { key: 'win', label: words.win, isNumber: true },
        { key: 'multiple', label: words.multiple, isNumber: true },
        { key: 'ceilings', label: words.ceilings },
        { key: 'state', label: words.state },
        { key: 'actions', label: words.decide },
      ]}
      cellsOf={cellsOf}
      form={(win, action, close) => <Decide win={win} action={action} close={close} />}
    />
  )
}

function cellsOf(win: HeldWin, decide: ((action: Action) => void) | undefined) {
  return {
    held_at: formatTime(win.held_at),
    player: win.player_name,
    game: (
      <>
        {win.game}{' '}
        <span translate="no">
          {win.provider}, {win.round_id}
        </span>
      </>
    ),
    stake: formatMoney(win.stake, win.currency),
    win: formatMoney(win.win, win.currency),
    multiple: win.multiple === null ? '–' : `${win.multiple}×`,
    ceilings: win.ceilings.map((name) => words.ceilingNames[name]).join(', '),
    state: (
      <>
        <Badge tone={tones[win.state]}>{win.waits ? words.waits : words.states[win.state]}</Badge>{' '}
        {win.state !== 'held' ? `${win.decided_by ?? ''}: ${win.reason ?? ''}` : null}
      </>
    ),
    actions:
      decide && win.state === 'held' && !win.waits ? (
        <DecisionButtons
          actions={words.actions}
          about={`${win.player_name}, ${formatMoney(win.win, win.currency)}`}
          decide={decide}
        />
      ) : null,
  }
}

function Decide({ win, action, close }: { win: HeldWin; action: Action; close: () => void }) {
  const toast = useToast()
  const name = { player: win.player_name, amount: formatMoney(win.held, win.currency) }
  return (
    <ReasonForm
      words={{ ...words.actions[action], done: '' }}
      name={name}
      kind={action === 'pay' ? 'main' : 'danger'}
      refresh={['held-wins', 'providers', 'changes']}
      send={async (reason) => {
        const { waiting } = await call(action === 'pay' ? 'payHeldWin' : 'refuseHeldWin', {
          params: { id: win.id },
          body: { version: win.version, reason },
        })
        toast(fill(waiting ? words.proposed : words.actions[action].done, name), 'good')
      }}
      close={close}
    />
  )
}
