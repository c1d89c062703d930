import { translate } from '../translate.ts'
import type { OperatorText } from '@dhow/contract/operator-texts'
import { parseAmount, type Currency } from '@dhow/contract/money'
import { Badge, Notice } from '@dhow/ui/feedback'
import { fill, formatMoney } from '../format.ts'
import { en } from '../words/en.ts'
import styles from './detail.module.css'

const words = en.holds

/** Reasons why money is held. Disabled buttons refer to it by `id`. */
export function Holds({
  id,
  title,
  reasons,
}: {
  id: string
  title: string
  reasons: readonly { code: string; text: OperatorText }[]
}) {
  if (reasons.length === 0) return null
  return (
    <Notice tone="bad">
      <div id={id} className={styles['block']}>
        <strong>{title}</strong>
        <ul className={styles['warning']}>
          {reasons.map(({ code, text }) => (
            <li key={code}>{translate(text)}</li>
          ))}
        </ul>
      </div>
    </Notice>
  )
}

interface Payer {
  active: boolean
  wallet: 'open' | 'frozen' | 'closed'
  debt: string
}

/** Badges for a frozen wallet, a suspension or a debt; nothing for a player without one. */
export function PayerBadges({ player, currency }: { player: Payer; currency: Currency }) {
  return (
    <>
      {player.wallet === 'open' ? null : <Badge tone="bad">{words.badges[`wallet_${player.wallet}`]}</Badge>}
      {player.active ? null : <Badge tone="bad">{words.badges['player_suspended']}</Badge>}
      {isZero(player.debt) ? null : (
        <Badge tone="bad">{fill(words.debtOf, { amount: formatMoney(player.debt, currency) })}</Badge>
      )}
    </>
  )
}

export const isZero = (amount: string): boolean => parseAmount(amount) === 0n

/** Short names of reasons, for the rows of a queue. */
export const flagsOf = (reasons: readonly { code: string }[]): string[] => [
  ...new Set(reasons.map(({ code }) => words.badges[code] ?? code)),
]
