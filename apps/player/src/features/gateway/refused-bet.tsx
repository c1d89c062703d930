import { useEffect, useState } from 'react'
import { Button } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { paths } from '../../app/paths.ts'
import { lazyScreen } from '../../shared/lazy-screen.tsx'
import { Link } from '../../shared/link.tsx'
import { useWords } from '../../shared/words/words.tsx'
import { onGameMessage } from './game-messages.ts'

/** Fetched with its words by those whose break starts while a game is open. */
const breakInPlay = lazyScreen(['account'], () => import('./break-in-play.tsx'))

/** Refusals that the portal explains in more detail than the game. A running round still finishes in the game. */
const known = ['bet_not_allowed', 'limit_reached', 'insufficient_funds', 'session_ended'] as const
type RefusedCode = (typeof known)[number]

/** Why the game's last bet was refused, until one is played again. */
export function useRefusedBet(origin: string | undefined): RefusedCode | undefined {
  const [refused, setRefused] = useState<RefusedCode>()
  useEffect(() => {
    setRefused(undefined)
    if (origin === undefined) return undefined
    return onGameMessage(origin, ({ type, code }) => {
      if (type === 'dhow:bet-refused') setRefused(known.find((one) => one === code))
      // A round from before the break tells nothing about the break.
      if (type === 'dhow:round-net') setRefused((before) => (before === 'bet_not_allowed' ? before : undefined))
    })
  }, [origin])
  return refused
}

/** Above a game whose bet was refused: the reason, and the way on from it. */
export function RefusedBet({ code, openAgain }: { code: RefusedCode; openAgain: () => void }) {
  const { play, nav } = useWords()
  if (code === 'bet_not_allowed') return <breakInPlay.Screen />
  if (code === 'session_ended')
    return (
      <Notice tone="warn" role="alert">
        <p>{play.sessionEnded}</p>
        <p>
          <Button kind="quiet" small onClick={openAgain}>
            {play.openAgain}
          </Button>
        </p>
      </Notice>
    )
  const isLimit = code === 'limit_reached'
  return (
    <Notice tone="warn" role="alert">
      <p>
        {isLimit ? play.limitReached : play.balanceTooLow}{' '}
        <Link to={isLimit ? paths.accountDashboard : paths.paymentMethod}>{isLimit ? play.limits : nav.deposit}</Link>
      </p>
    </Notice>
  )
}
