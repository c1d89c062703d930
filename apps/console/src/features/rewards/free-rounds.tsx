import { firstPage } from '@dhow/client/first-page'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { StaffFreeRoundGrant } from '@dhow/contract/free-rounds'
import { Button } from '@dhow/ui/button'
import { Badge, Empty, type Tone } from '@dhow/ui/feedback'
import { pathOf, paths } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { fill, formatMoney, formatTime } from '../../shared/format.ts'
import { ListTable } from '../../shared/list-table.tsx'
import { More } from '../../shared/more.tsx'
import { Page } from '../../shared/page.tsx'
import detail from '../../shared/queue/detail.module.css'
import { ReasonForm } from '../../shared/queue/reason-form.tsx'
import { usePermission } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { GiveFreeRounds } from './give-free-rounds.tsx'

const words = en.freeRounds
const tones: Record<StaffFreeRoundGrant['state'], Tone> = {
  ...{ active: 'good', used: 'neutral', paid_out: 'neutral', expired: 'neutral', stopped: 'bad' },
}

/** Free rounds of all players, or of the one in the address: used, left, won, and the form for new ones. */
export function FreeRounds() {
  const [params] = useSearchParams()
  const player = params.get('player') ?? undefined
  const [giving, setGiving] = useState(params.get('give') === '1')
  const [stopping, setStopping] = useState<StaffFreeRoundGrant>()
  const mayMake = usePermission('gifts.make')
  const listed = useInfiniteQuery({
    queryKey: ['free-rounds', player ?? ''],
    queryFn: ({ pageParam }) => call('staffFreeRounds', { query: { player, cursor: pageParam } }),
    initialPageParam: firstPage(),
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })
  const games = listed.data?.pages[0]?.games ?? []
  const isGiving = mayMake && giving && games.length > 0
  const give = mayMake && !giving ? <Button onClick={() => setGiving(true)}>{words.give}</Button> : null
  return (
    <Page title={words.title} lead={mayMake ? words.lead : `${words.lead} ${en.gifts.viewOnly}`} tools={give}>
      {isGiving ? <GiveFreeRounds games={games} player={player ?? ''} close={() => setGiving(false)} /> : null}
      {stopping ? <StopGrant key={stopping.id} grant={stopping} close={() => setStopping(undefined)} /> : null}
      {player === undefined ? null : (
        <p className={detail['buttons']}>
          <Link to={paths.freeRounds}>{words.ofAll}</Link>
          <Link to={pathOf(player) ?? ''}>{words.toPlayer}</Link>
        </p>
      )}
      <Asked query={listed}>
        {({ pages }) => {
          const grants = pages.flatMap((page) => page.grants)
          if (grants.length === 0) return <Empty title={words.none}>{words.noneText}</Empty>
          return (
            <ListTable
              name="free-rounds"
              label={words.title}
              columns={[
                { key: 'player', label: words.player },
                { key: 'game', label: words.game },
                { key: 'rounds', label: words.used, isNumber: true },
                { key: 'cost', label: words.cost, isNumber: true },
                { key: 'until', label: words.until },
                { key: 'state', label: words.state },
              ]}
              rows={grants.map((grant) => ({
                key: grant.id,
                cells: cellsOf(grant, mayMake ? () => setStopping(grant) : undefined),
              }))}
            />
          )
        }}
      </Asked>
      <More of={listed} />
    </Page>
  )
}

function cellsOf(grant: StaffFreeRoundGrant, stop: (() => void) | undefined) {
  const { player, currency, state, reason, source, at_provider: atProvider } = grant
  const name = player.player_name
  return {
    player: (
      <>
        <Link to={pathOf(player.id) ?? ''}>{name}</Link>
        <br />
        <small className={detail['quiet']}>
          {[words.sources[source], grant.granted_by, reason].filter((part) => part !== null).join(', ')}
        </small>
      </>
    ),
    game: (
      <>
        {grant.game.name}
        <br />
        <small className={detail['quiet']}>{fill(words.each, { stake: formatMoney(grant.stake, currency) })}</small>
      </>
    ),
    rounds: fill(words.usedOf, { used: String(grant.used), rounds: String(grant.rounds), left: String(grant.left) }),
    cost: `${formatMoney(grant.cost, currency)} / ${formatMoney(grant.max_win, currency)}`,
    until: formatTime(grant.expires_at),
    state: (
      <>
        <Badge tone={tones[state]}>{words.states[state]}</Badge>{' '}
        {atProvider === 'asked' || atProvider === 'refused' ? (
          <>
            <br />
            <small className={detail['quiet']}>{words.atProvider[atProvider]}</small>
            <br />
          </>
        ) : null}
        {stop && state === 'active' ? (
          <Button kind="plain" small aria-label={`${words.stop}: ${name}`} onClick={stop}>
            {words.stop}
          </Button>
        ) : null}
      </>
    ),
  }
}

function StopGrant({ grant, close }: { grant: StaffFreeRoundGrant; close: () => void }) {
  return (
    <ReasonForm
      words={{ label: words.stop, lead: words.stopLead, confirm: words.stop, done: '' }}
      name={{ left: String(grant.left), player: grant.player.player_name }}
      kind="danger"
      hint={words.reasonHint}
      maxLength={200}
      refresh={['free-rounds']}
      send={(reason) => call('stopFreeRounds', { params: { id: grant.id }, body: { reason } })}
      close={close}
    />
  )
}
