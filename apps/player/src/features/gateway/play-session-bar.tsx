import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from '../../shared/router.tsx'
import { Button } from '@dhow/ui/button'
import { Dialog } from '@dhow/ui/dialog'
import { Row, Stack } from '@dhow/ui/layout'
import { paths } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { fill } from '../../shared/format.ts'
import { formatSigned } from '../../shared/format-more.ts'
import { usePlayer, useSession } from '../../shared/session.tsx'
import { useWords } from '../../shared/words/words.tsx'
import { followNet } from './follow-net.ts'
import { onGameMessage, type StopReason } from './game-messages.ts'
import { isDue, minutesOf, playSessionOf, type PlaySession } from './play-session.ts'
import styles from './play.module.css'

const key = 'dhow-play-session'
const tickMs = 10_000
/** Longest wait of a reminder for the end of a round, so that it does not cover a cash-out. */
const maxWaitMs = 60_000

/** Duration and result of this play session, always visible, and the reality check. */
export function PlaySessionBar({
  openedAt,
  origin,
  stopAutoplay,
}: {
  openedAt: string
  origin: string
  /** Asks the game to stop autoplay. */
  stopAutoplay: (why: StopReason) => void
}) {
  const words = useWords().play
  const [session, setSession] = useState<PlaySession>(() =>
    playSessionOf(sessionStorage.getItem(key), openedAt, Date.now()),
  )
  const [minutes, setMinutes] = useState(() => minutesOf(session, Date.now()))
  useEffect(() => {
    const look = () => {
      const seen = { ...session, seenMs: Date.now() }
      sessionStorage.setItem(key, JSON.stringify(seen))
      setMinutes(minutesOf(seen, seen.seenMs))
    }
    look()
    const timer = setInterval(look, tickMs)
    return () => clearInterval(timer)
  }, [session])
  const net = useNet(session.since)
  const shown = useReminder(session, minutes, origin, stopAutoplay)
  return (
    <>
      <p className={styles['clock']}>
        <span className={styles['long']}>{fill(words.minutes, { minutes })}</span>
        <span className={styles['short']} aria-hidden="true">
          {fill(words.minutesShort, { minutes })}
        </span>
        <span>
          <span className={styles['long']}>{words.net}: </span>
          <strong>{net ?? '…'}</strong>
        </span>
      </p>
      <Reminder
        open={shown}
        minutes={minutes}
        net={net ?? '…'}
        goOn={() => setSession((before) => ({ ...before, remindedAt: minutes }))}
      />
    </>
  )
}

function Reminder({ open, minutes, net, goOn }: { open: boolean; minutes: number; net: string; goOn: () => void }) {
  const words = useWords().play
  const navigate = useNavigate()
  return (
    <Dialog open={open} close={goOn} label={words.reminderTitle}>
      <Stack>
        <h2>{words.reminderTitle}</h2>
        <p>{fill(words.reminderText, { minutes })}</p>
        <p>{fill(words.reminderNet, { net })}</p>
        <Row>
          <Button onClick={goOn}>{words.goOn}</Button>
          <Button
            kind="quiet"
            onClick={() => {
              goOn()
              navigate(paths.home)
            }}
          >
            {words.stop}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  )
}

/** Whether to show the reminder now. */
function useReminder(
  session: PlaySession,
  minutes: number,
  origin: string,
  stopAutoplay: (why: StopReason) => void,
): boolean {
  const { data: every = 0 } = useQuery({
    queryKey: ['preferences'],
    queryFn: async () => (await call('getPreferences')).preferences,
    select: (preferences) => preferences.session_reminder_minutes,
    staleTime: 60_000,
  })
  const due = isDue(session, minutes, every)
  const [calm, setCalm] = useState(false)
  useEffect(() => {
    if (!due) return setCalm(false)
    const timer = setTimeout(() => setCalm(true), maxWaitMs)
    const stop = onGameMessage(origin, ({ type }) => {
      if (type === 'dhow:round-net') setCalm(true)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [due, origin])
  const shown = due && calm
  // Stop when due, so that the current round is the last, and again when shown, for a run started meanwhile.
  useEffect(() => {
    if (due || shown) stopAutoplay('reminder')
  }, [due, shown, stopAutoplay])
  return shown
}

/** Net result of rounds since `since`, from the ledger; deposits and withdrawals do not count. */
function useNet(since: string): string | undefined {
  const { listen } = useSession()
  const { currency } = usePlayer()
  const [net, setNet] = useState<string>()
  useEffect(() => {
    const ask = async () => (await call('gameHistory', { query: { since, limit: 1 } })).totals.net
    return followNet(ask, listen, setNet)
  }, [listen, since])
  return net === undefined ? undefined : formatSigned(net, currency)
}
