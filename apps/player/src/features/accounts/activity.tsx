import type { ReplyOf } from '@dhow/contract/operation'
import type { accountDashboard } from '@dhow/contract/profile'
import { formatMoney } from '../../shared/format.ts'
import { useWords } from '../../shared/words/words.tsx'
import styles from './accounts.module.css'

const periods = ['day', 'week', 'month', 'all'] as const
const rows = ['staked', 'won', 'net', 'deposited', 'withdrawn'] as const

/** The player's sums by period. */
export function Activity({ of: { activity, currency } }: { of: ReplyOf<typeof accountDashboard> }) {
  const { dashboard: words } = useWords()
  return (
    <>
      <h3>{words.activity}</h3>
      {/* Focusable, so that keys can scroll a table wider than the phone. */}
      <div className={styles['scroll']} role="region" aria-label={words.activity} tabIndex={0}>
        <table className={styles['figures']}>
          <thead>
            <tr>
              <td />
              {periods.map((period) => (
                <th key={period} scope="col">
                  {words[period]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row}>
                <th scope="row">{words[row]}</th>
                {periods.map((period) => (
                  <td key={period}>{formatMoney(activity[period][row], currency)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
