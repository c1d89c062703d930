import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { HeldWin } from '@dhow/contract/held-wins'
import { Button } from '@dhow/ui/button'
import { Badge, Empty, type Tone } from '@dhow/ui/feedback'
import { Table } from '@dhow/ui/table'
import { useToast } from '@dhow/ui/toast'
import { call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { fill, money, when } from '../../shared/format.ts'
import { Page } from '../../shared/page.tsx'
import { useLiveInterval } from '../../shared/presence.tsx'
import { ReasonForm } from '../../shared/queue/reason-form.tsx'
import { useMay } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'

const words = en.heldWins
const refreshEveryMs = 10_000
const tones: Record<HeldWin['state'], Tone> = { held: 'warn', paid: 'good', refused: 'bad' }
type Deciding = { win: HeldWin; action: 'pay' | 'refuse' }

/** Wins past a ceiling of their provider: each is paid or refused by an operator. */
export function HeldWins() {
  const [shown, setShown] = useState<'held' | 'decided'>('held')
  const [deciding, setDeciding] = useState<Deciding>()
  const mayDecide = useMay('wins.decide')
  const interval = useLiveInterval(refreshEveryMs)
  const asked = useQuery({
    queryKey: ['held-wins', shown],
    queryFn: () => call('staffHeldWins', { query: { state: shown } }),
    refetchInterval: interval,
  })
  const other = shown === 'held' ? 'decided' : 'held'
  const tools = (
    <Button kind="quiet" onClick={() => setShown(other)}>
      {words.show[other]}
    </Button>
  )
  return (
    <Page title={words.title} lead={mayDecide ? words.lead : `${words.lead} ${words.readOnly}`} tools={tools}>
      {deciding ? (
        <Decide key={`${deciding.win.id}-${deciding.action}`} {...deciding} close={() => setDeciding(undefined)} />
      ) : null}
      <Asked query={asked}>
        {({ wins }) =>
          wins.length === 0 ? (
            <Empty title={words.empty[shown]}>{words.emptyText}</Empty>
          ) : (
            <Table
              label={words.title}
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
              rows={wins.map((win) => ({ key: win.id, cells: cellsOf(win, mayDecide ? setDeciding : undefined) }))}
            />
          )
        }
      </Asked>
    </Page>
  )
}

function cellsOf(win: HeldWin, decide: ((deciding: Deciding) => void) | undefined) {
  return {
    held_at: when(win.held_at),
    player: win.player_name,
    game: (
      <>
        {win.game}{' '}
        <span translate="no">
          {win.provider}, {win.round_id}
        </span>
      </>
    ),
    stake: money(win.stake, win.currency),
    win: money(win.win, win.currency),
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
        <>
          {(['pay', 'refuse'] as const).map((action) => (
            <Button
              key={action}
              kind="plain"
              small
              aria-label={`${words.actions[action].confirm}: ${win.player_name}, ${money(win.win, win.currency)}`}
              onClick={() => decide({ win, action })}
            >
              {words.actions[action].confirm}
            </Button>
          ))}
        </>
      ) : null,
  }
}

function Decide({ win, action, close }: Deciding & { close: () => void }) {
  const toast = useToast()
  const name = { player: win.player_name, amount: money(win.held, win.currency) }
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
