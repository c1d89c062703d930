import { useQuery } from '@tanstack/react-query'
import { call } from '../../shared/api.ts'
import { formatTime } from '../../shared/format.ts'
import { History } from '../../shared/history.tsx'
import { LineFoot, Receipts } from '../../shared/receipts.tsx'
import { nameIn } from '../../shared/use-game-name.ts'
import { useLanguage, useWords } from '../../shared/words/words.tsx'
import { ProofLink, RoundFacts } from './round-facts.tsx'

/** History of rounds: stake, payout, balance after, and a link to the proof page. */
export default function GameHistory() {
  const words = useWords()
  const language = useLanguage()
  // Without an answer the filter is empty, and the history still works.
  const { data } = useQuery({ queryKey: ['recent-games'], queryFn: () => call('recentGames') })
  return (
    <History
      title={words.nav.gameHistory}
      lead={words.payment.gamesLead}
      queryKey="game-history"
      download="games"
      fetchPage={(query) => call('gameHistory', { query })}
      states={[
        ['open', words.rounds.open],
        ['settled', words.rounds.settled],
        ['rolled_back', words.rounds.rolled_back],
      ]}
      games={(data?.games ?? []).map(({ slug, name, names }) => [slug, nameIn(language, name, names)])}
      empty={words.payment.gamesEmpty}
      row={(round) => (
        <>
          <RoundFacts round={round} />
          <LineFoot>
            <time dateTime={round.started_at}>{formatTime(round.started_at)}</time>
            <ProofLink round={round} />
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

GameHistory.early = true
