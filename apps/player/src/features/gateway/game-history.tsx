import { useQuery } from '@tanstack/react-query'
import { formatDecimal, parseAmount } from '@dhow/contract/money'
import { call } from '../../shared/api.ts'
import { money, signed, when } from '../../shared/format.ts'
import { History } from '../../shared/history.tsx'
import { Facts } from '../../shared/facts.tsx'
import { buttonClass } from '@dhow/ui/button'
import { Badge } from '@dhow/ui/feedback'
import { Money, Row } from '@dhow/ui/layout'
import { LineFoot, Receipts } from '../../shared/receipts.tsx'
import { useWords } from '../../shared/words/words.tsx'

const tones = { open: 'info', settled: 'neutral', rolled_back: 'warn' } as const

/** Net result of a round. */
const netOf = ({ stake, payout }: { stake: string; payout: string }) =>
  formatDecimal((parseAmount(payout) ?? 0n) - (parseAmount(stake) ?? 0n))

/** Every round with its stake, its payout, the balance after it, and the page that recomputes it. */
export default function GameHistory() {
  const words = useWords()
  // Without an answer there is nothing to choose from, and the history stands all the same.
  const { data } = useQuery({ queryKey: ['recent-games'], queryFn: () => call('recentGames') })
  return (
    <History
      title={words.nav.gameHistory}
      queryKey="game-history"
      download="games"
      fetchPage={(query) => call('gameHistory', { query })}
      states={[
        ['open', words.rounds.open],
        ['settled', words.rounds.settled],
        ['rolled_back', words.rounds.rolled_back],
      ]}
      games={(data?.games ?? []).map(({ slug, name }) => [slug, name])}
      empty={words.payment.gamesEmpty}
      row={(round) => (
        <>
          <Row spread>
            <strong>{round.game}</strong>
            <Badge tone={tones[round.state]}>{words.rounds[round.state]}</Badge>
          </Row>
          <Facts
            facts={[
              [words.rounds.stake, <Money key="s">{money(round.stake, round.currency)}</Money>],
              [words.rounds.payout, <Money key="p">{money(round.payout, round.currency)}</Money>],
              [words.rounds.net, <Money key="n">{signed(netOf(round), round.currency)}</Money>],
              [
                words.rounds.checking,
                round.checking ? <Money key="c">{money(round.checking, round.currency)}</Money> : null,
              ],
              [
                words.rounds.refused,
                round.refused ? <Money key="r">{money(round.refused, round.currency)}</Money> : null,
              ],
              [
                words.rounds.balanceAfter,
                round.balance_after ? <Money key="b">{money(round.balance_after, round.currency)}</Money> : null,
              ],
            ]}
          />
          <LineFoot>
            <time dateTime={round.started_at}>{when(round.started_at)}</time>
            {round.proof_url ? (
              <a
                href={round.proof_url}
                target="_blank"
                rel="noreferrer"
                className={buttonClass('plain', { small: true })}
              >
                {words.rounds.proof}
              </a>
            ) : null}
            <Receipts
              of={round.id}
              currency={round.currency}
              version={[round.state, round.stake, round.payout, round.balance_after].join()}
            />
          </LineFoot>
        </>
      )}
    />
  )
}
