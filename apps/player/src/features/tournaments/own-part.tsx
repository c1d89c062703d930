import type { TournamentView } from '@dhow/contract/tournaments'
import { useState } from 'react'
import { Button, buttonClass } from '@dhow/ui/button'
import { Notice, Skeleton } from '@dhow/ui/feedback'
import { CheckField } from '@dhow/ui/field'
import { Card, Row, Stack } from '@dhow/ui/layout'
import { useToast } from '@dhow/ui/toast'
import { paths, tournamentPath } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { Facts } from '../../shared/facts.tsx'
import { FormMessage } from '../../shared/form-message.tsx'
import { useSubmit } from '../../shared/form.ts'
import { fill, formatMoney, formatTime } from '../../shared/format.ts'
import { Link } from '../../shared/link.tsx'
import { useSession } from '../../shared/session.tsx'
import { useLanguage, useWords } from '../../shared/words/words.tsx'
import { pointsText } from './texts.ts'
import styles from './tournaments.module.css'

/** The player in a tournament: joining, place and prize, leaving. */
export function OwnPart({ one, changed }: { one: TournamentView; changed: () => void }) {
  const words = useWords()
  const { session } = useSession()
  const isOpen = one.phase === 'coming' || one.phase === 'running'
  if (session.state === 'in') {
    if (one.own) return <OwnStanding one={one} own={one.own} name={session.user.player_name} changed={changed} />
    return isOpen ? <Join one={one} changed={changed} /> : null
  }
  if (session.state === 'unknown') return <Skeleton lines={2} label={words.portal.loading} />
  return isOpen ? (
    <Row>
      <Link to={paths.login} state={{ back: tournamentPath(one.id) }} className={buttonClass()}>
        {words.tournaments.signIn}
      </Link>
    </Row>
  ) : null
}

function Join({ one, changed }: { one: TournamentView; changed: () => void }) {
  const { tournaments: words } = useWords()
  const toast = useToast()
  const [showsName, setShowsName] = useState(false)
  const form = useSubmit([], async () => {
    await call('joinTournament', { params: { id: one.id }, body: { shows_name: showsName } })
    toast(words.joined, 'good')
    changed()
  })
  return (
    <Card>
      <form onSubmit={(event) => void form.submit(event)}>
        <Stack>
          <CheckField checked={showsName} onChange={(event) => setShowsName(event.target.checked)}>
            {words.showName}
          </CheckField>
          <p className={styles['quiet']}>{words.hiddenNote}</p>
          <FormMessage>{form.message}</FormMessage>
          <Row>
            <Button type="submit" busy={form.busy}>
              {words.join}
            </Button>
          </Row>
          <p className={styles['quiet']}>{words.leaveNote}</p>
        </Stack>
      </form>
    </Card>
  )
}

type Own = NonNullable<TournamentView['own']>

function OwnStanding({
  one,
  own,
  name,
  changed,
}: {
  one: TournamentView
  own: Own
  name: string
  changed: () => void
}) {
  const { tournaments: words } = useWords()
  const language = useLanguage()
  const isOver = one.phase === 'ended' || one.phase === 'counting' || one.phase === 'cancelled'
  return (
    <Card>
      <Stack>
        <Facts
          facts={[
            [words.yours, own.rank ?? words.noRank],
            [words.points, pointsText(one, own.points, language)],
            [words.rounds, own.rounds],
          ]}
        />
        {own.prize ? <Prize one={one} prize={own.prize} changed={changed} /> : null}
        {isOver ? null : <Part one={one} own={own} name={name} changed={changed} />}
      </Stack>
    </Card>
  )
}

/** Changes the displayed name; leaves with one tap. */
function Part({ one, own, name, changed }: { one: TournamentView; own: Own; name: string; changed: () => void }) {
  const { tournaments: words } = useWords()
  const toast = useToast()
  const params = { id: one.id }
  const show = useSubmit([], async () => {
    await call('joinTournament', { params, body: { shows_name: !own.shows_name } })
    changed()
  })
  const leave = useSubmit([], async () => {
    await call('leaveTournament', { params, body: {} })
    toast(words.left)
    changed()
  })
  const shown = own.shows_name ? name : fill(words.hidden, { number: own.number })
  return (
    <>
      <CheckField checked={own.shows_name} disabled={show.busy} onChange={() => void show.submit()}>
        {words.showName}
      </CheckField>
      <p className={styles['quiet']}>{fill(words.shownAs, { name: shown })}</p>
      <FormMessage>{show.message ?? leave.message}</FormMessage>
      <Row>
        <Button kind="quiet" small busy={leave.busy} onClick={() => void leave.submit()}>
          {words.leave}
        </Button>
      </Row>
      <p className={styles['quiet']}>{words.leaveNote}</p>
    </>
  )
}

function Prize({
  one,
  prize: { amount, state },
  changed,
}: {
  one: TournamentView
  prize: NonNullable<Own['prize']>
  changed: () => void
}) {
  const { tournaments: words } = useWords()
  const { refresh } = useSession()
  const claim = useSubmit([], async () => {
    await call('claimPrize', { params: { id: one.id }, body: {} })
    changed()
    await refresh()
  })
  const sum = formatMoney(amount, one.currency)
  const until = one.claim_until === null ? '' : formatTime(one.claim_until)
  return (
    <>
      <Notice tone={state === 'paid' || state === 'open' ? 'good' : 'info'} role="status">
        {fill(words.prize[state], { amount: sum, when: until })}
      </Notice>
      <FormMessage>{claim.message}</FormMessage>
      {state === 'open' ? (
        <Row>
          <Button busy={claim.busy} onClick={() => void claim.submit()}>
            {fill(words.claim, { amount: sum })}
          </Button>
        </Row>
      ) : null}
    </>
  )
}
