import { call } from '../../shared/api.ts'
import { money, when } from '../../shared/format.ts'
import { History } from '../../shared/history.tsx'
import { Facts } from '../../shared/facts.tsx'
import { Badge } from '@dhow/ui/feedback'
import { Money, Row } from '@dhow/ui/layout'
import { en } from '../../shared/words/en.ts'

const words = en.rounds
const tones = { open: 'info', settled: 'neutral', rolled_back: 'warn' } as const

/** Every round with its stake, its payout, the balance after it, and the page that recomputes it. */
export default function GameHistory() {
  return (
    <History
      title={en.nav.gameHistory}
      queryKey="game-history"
      fetchPage={(query) => call('gameHistory', { query })}
      states={[
        ['open', words.open],
        ['settled', words.settled],
        ['rolled_back', words.rolled_back],
      ]}
      empty={en.payment.gamesEmpty}
      row={(round) => (
        <>
          <Row spread>
            <strong>{round.game}</strong>
            <Badge tone={tones[round.state]}>{words[round.state]}</Badge>
          </Row>
          <Facts
            facts={[
              [words.stake, <Money key="s">{money(round.stake, round.currency)}</Money>],
              [words.payout, <Money key="p">{money(round.payout, round.currency)}</Money>],
              [
                words.balanceAfter,
                round.balance_after ? <Money key="b">{money(round.balance_after, round.currency)}</Money> : null,
              ],
            ]}
          />
          <Row spread>
            <time dateTime={round.started_at}>{when(round.started_at)}</time>
            {round.proof_url ? (
              <a href={round.proof_url} target="_blank" rel="noreferrer">
                {words.proof}
              </a>
            ) : null}
          </Row>
        </>
      )}
    />
  )
}
