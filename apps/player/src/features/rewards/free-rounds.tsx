import type { FreeRoundGrant } from '@dhow/contract/free-rounds'
import { useQuery } from '@tanstack/react-query'
import { buttonClass } from '@dhow/ui/button'
import { Badge, Failure, type Tone } from '@dhow/ui/feedback'
import { Card, Row, Stack } from '@dhow/ui/layout'
import { playPath } from '../../app/paths.ts'
import { call, sentencesOf } from '../../shared/api.ts'
import { Facts } from '../../shared/facts.tsx'
import { fill, formatMoney, formatTime } from '../../shared/format.ts'
import { useLiveEvents } from '../../shared/live-events.ts'
import { Link } from '../../shared/link.tsx'
import { nameIn } from '../../shared/use-game-name.ts'
import { useLanguage, useWords } from '../../shared/words/words.tsx'
import styles from './rewards.module.css'

const refreshedBy = ['notice', 'balance'] as const
const tones: Record<FreeRoundGrant['state'], Tone> = {
  ...{ active: 'good', used: 'neutral', paid_out: 'neutral', expired: 'warn', stopped: 'neutral' },
}

/** The player's free rounds with the number left; nothing if they never had any. */
export function FreeRounds() {
  const words = useWords()
  const { data, error, refetch } = useQuery({ queryKey: ['free-rounds'], queryFn: () => call('freeRounds') })
  useLiveEvents(refreshedBy, refetch)
  if (error)
    return (
      <Failure message={sentencesOf(error).join(' ')} retry={() => void refetch()} retryLabel={words.portal.retry} />
    )
  if (!data || data.grants.length === 0) return null
  return (
    <>
      <h2>{words.freeRounds.title}</h2>
      <p className={styles['quiet']}>{words.freeRounds.lead}</p>
      {data.grants.map((grant) => (
        <Grant key={grant.id} grant={grant} />
      ))}
    </>
  )
}

function Grant({ grant }: { grant: FreeRoundGrant }) {
  const words = useWords().freeRounds
  const name = nameIn(useLanguage(), grant.game.name, grant.game.names)
  const { currency, state } = grant
  const isActive = state === 'active'
  return (
    <Card>
      <Stack>
        <Row spread>
          <h3>{name}</h3>
          <Badge tone={tones[state]}>{words.states[state]}</Badge>
        </Row>
        <Facts
          facts={[
            [words.left, fill(words.leftOf, { left: grant.left, rounds: grant.rounds })],
            [words.stake, fill(words.onUs, { amount: formatMoney(grant.stake, currency) })],
            [words.mostWin, formatMoney(grant.max_win, currency)],
            [words.won, formatMoney(grant.won, currency)],
            [words.until, isActive ? formatTime(grant.expires_at) : null],
          ]}
        />
        {isActive ? (
          <Row>
            <Link
              to={playPath(grant.game.slug)}
              className={buttonClass('quiet', { small: true })}
              aria-label={`${words.play}: ${name}`}
            >
              {words.play}
            </Link>
          </Row>
        ) : null}
      </Stack>
    </Card>
  )
}
