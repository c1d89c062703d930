import { HiddenText } from '@dhow/ui/hidden-text'
import { useWords } from '../../shared/words/words.tsx'
import { phasesOf, type PaymentView } from './payment-view.ts'
import styles from './payments.module.css'

/** Progress of a payment: sent, seen, checked, credited. */
export function Phases({ payment }: { payment: PaymentView }) {
  const { payments } = useWords()
  return (
    <ol className={styles['phases']} aria-label={payments.progress}>
      {phasesOf(payment).map(({ name, is }) => (
        <li key={name} data-is={is} aria-current={is === 'now' ? 'step' : undefined}>
          <span>
            {payments.phases[name]}
            <HiddenText>: {payments.is[is]}</HiddenText>
          </span>
        </li>
      ))}
    </ol>
  )
}
