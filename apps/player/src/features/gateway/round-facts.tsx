import type { GameRound } from '@dhow/contract/catalog'
import { formatDecimal, parseAmount } from '@dhow/contract/money'
import { buttonClass } from '@dhow/ui/button'
import { Badge } from '@dhow/ui/feedback'
import { Money, Row } from '@dhow/ui/layout'
import { Facts } from '../../shared/facts.tsx'
import { formatMoney } from '../../shared/format.ts'
import { formatSigned } from '../../shared/format-more.ts'
import { useGameName } from '../../shared/use-game-name.ts'
import { useWords } from '../../shared/words/words.tsx'

const tones = { open: 'info', settled: 'neutral', rolled_back: 'warn' } as const

/** Net result of a round. */
const netOf = ({ stake, payout }: { stake: string; payout: string }) =>
  formatDecimal((parseAmount(payout) ?? 0n) - (parseAmount(stake) ?? 0n))

/** Stake and payout of a round, and the balance after it. */
export function RoundFacts({ round }: { round: GameRound }) {
  const words = useWords()
  const game = useGameName({ name: round.game, names: round.names })
  return (
    <>
      <Row spread>
        <strong>{game}</strong>
        {round.automatic ? <Badge>{words.rounds.automatic}</Badge> : null}
        <Badge tone={tones[round.state]}>{words.rounds[round.state]}</Badge>
      </Row>
      <Facts
        facts={[
          [words.rounds.stake, <Money key="s">{formatMoney(round.stake, round.currency)}</Money>],
          [
            words.rounds.freeStake,
            round.free_stake ? <Money key="f">{formatMoney(round.free_stake, round.currency)}</Money> : null,
          ],
          [words.rounds.payout, <Money key="p">{formatMoney(round.payout, round.currency)}</Money>],
          [words.rounds.net, <Money key="n">{formatSigned(netOf(round), round.currency)}</Money>],
          [
            words.rounds.checking,
            round.checking ? <Money key="c">{formatMoney(round.checking, round.currency)}</Money> : null,
          ],
          [
            words.rounds.refused,
            round.refused ? <Money key="r">{formatMoney(round.refused, round.currency)}</Money> : null,
          ],
          [
            words.rounds.balanceAfter,
            round.balance_after ? <Money key="b">{formatMoney(round.balance_after, round.currency)}</Money> : null,
          ],
        ]}
      />
    </>
  )
}

/** Link to the page that recomputes a round, if its provider has one. */
export function ProofLink({ round: { proof_url } }: { round: GameRound }) {
  const words = useWords()
  return proof_url ? (
    <a href={proof_url} target="_blank" rel="noreferrer" className={buttonClass('plain', { small: true })}>
      {words.rounds.proof}
    </a>
  ) : null
}
