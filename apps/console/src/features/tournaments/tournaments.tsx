import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { StaffTournament } from '@dhow/contract/tournament-desk'
import { Button } from '@dhow/ui/button'
import { Badge, Empty, type Tone } from '@dhow/ui/feedback'
import { Table } from '@dhow/ui/table'
import { useToast } from '@dhow/ui/toast'
import { call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { fill, formatMoney, formatTime } from '../../shared/format.ts'
import { Page } from '../../shared/page.tsx'
import { useLiveQuery } from '../../shared/use-live-query.ts'
import detail from '../../shared/queue/detail.module.css'
import { RowActions } from '../../shared/row-actions.tsx'
import { usePermission, useRefresh } from '../../shared/session.tsx'
import { WaitingChanges } from '../../shared/waiting-changes.tsx'
import { en } from '../../shared/words/en.ts'
import { EndTournament } from './end-tournament.tsx'
import { Ranking } from './ranking.tsx'
import { TournamentForm } from './tournament-form.tsx'

const words = en.tournaments
const tones: Record<keyof typeof words.states, Tone> = {
  draft: 'neutral',
  waiting: 'warn',
  live: 'good',
  coming: 'info',
  running: 'good',
  counting: 'info',
  paused: 'warn',
  ended: 'info',
  cancelled: 'bad',
}
type Act = { kind: 'new' } | { kind: 'change' | 'ranking' | 'cancel' | 'end'; tournament: StaffTournament }

/** Tournaments with players and prizes, the form for one, and rankings. */
export function Tournaments() {
  const [act, setAct] = useState<Act>()
  const mayManage = usePermission('tournaments.manage')
  const asked = useLiveQuery(['tournaments'], () => call('staffTournaments'), 15_000)
  const close = () => setAct(undefined)
  const add = mayManage && !act ? <Button onClick={() => setAct({ kind: 'new' })}>{words.make}</Button> : null
  return (
    <Page title={words.title} lead={words.lead} tools={add}>
      <WaitingChanges kind="tournament" />
      {act ? <ActionDialog act={act} close={close} /> : null}
      <Asked query={asked}>
        {({ tournaments }) =>
          tournaments.length === 0 ? (
            <Empty title={words.none}>{words.newLead}</Empty>
          ) : (
            <Table
              label={words.title}
              columns={[
                { key: 'name', label: words.name },
                { key: 'state', label: words.state },
                { key: 'players', label: words.players, isNumber: true },
                { key: 'given', label: words.given, isNumber: true },
                { key: 'actions', label: words.actions },
              ]}
              rows={tournaments.map((one) => ({ key: one.id, cells: cellsOf(one, setAct) }))}
            />
          )
        }
      </Asked>
    </Page>
  )
}

function ActionDialog({ act, close }: { act: Act; close: () => void }) {
  if (act.kind === 'new') return <TournamentForm close={close} />
  const { tournament } = act
  if (act.kind === 'change') return <TournamentForm key={tournament.id} tournament={tournament} close={close} />
  if (act.kind === 'ranking') return <Ranking key={tournament.id} id={tournament.id} close={close} />
  return <EndTournament key={`${act.kind}${tournament.id}`} kind={act.kind} tournament={tournament} close={close} />
}

const stateOf = ({ state, phase }: StaffTournament) => (state === 'live' ? (phase ?? state) : state)

function cellsOf(tournament: StaffTournament, act: (act: Act) => void) {
  const { currency, paid, total, starts_at, ends_at, reason } = tournament
  return {
    name: (
      <>
        <strong>{tournament.name}</strong>
        <br />
        <small className={detail['quiet']}>
          {`${en.market[tournament.market]}, ${words.points[tournament.points_by]}, ${fill(words.span, { from: formatTime(starts_at), to: formatTime(ends_at) })}`}
        </small>
        {reason === null ? null : (
          <>
            <br />
            <small className={detail['quiet']}>
              {words.reason}: {reason}
            </small>
          </>
        )}
      </>
    ),
    state: <Badge tone={tones[stateOf(tournament)]}>{words.states[stateOf(tournament)]}</Badge>,
    players: tournament.players,
    given: `${formatMoney(paid, currency)} / ${formatMoney(total, currency)}`,
    actions: <Actions tournament={tournament} act={act} />,
  }
}

function Actions({ tournament, act }: { tournament: StaffTournament; act: (act: Act) => void }) {
  const mayManage = usePermission('tournaments.manage')
  const refresh = useRefresh()
  const toast = useToast()
  const { id, name, state, phase } = tournament
  const params = { id }
  const move = useMutation({
    mutationFn: async (to: 'start' | 'pause' | 'go-on') => {
      if (to !== 'start') return void (await call('pauseTournament', { params, body: { paused: to === 'pause' } }))
      const { waits } = await call('startTournament', { params, body: {} })
      toast(waits ? en.changes.waits : fill(words.started, { name }), 'good')
    },
    onSuccess: () => refresh('tournaments', 'changes', 'audit'),
  })
  const isDraft = state === 'draft' || state === 'waiting'
  const hasBegun = phase === 'running' || phase === 'paused'
  const isComing = phase === 'coming'
  const opened = (kind: 'change' | 'ranking' | 'cancel' | 'end') => () => act({ kind, tournament })
  return (
    <RowActions
      name={name}
      of={move}
      actions={[
        !isDraft && { label: words.ranking, run: opened('ranking') },
        isDraft && mayManage && { label: words.edit, run: opened('change') },
        isDraft && mayManage && { label: words.start, run: () => move.mutate('start') },
        (phase === 'running' || isComing) && mayManage && { label: words.pause, run: () => move.mutate('pause') },
        state === 'paused' && mayManage && { label: words.goOn, run: () => move.mutate('go-on') },
        hasBegun && mayManage && { label: words.end, run: opened('end') },
        (isDraft || hasBegun || isComing) && mayManage && { label: words.cancel, run: opened('cancel') },
      ]}
    />
  )
}
