import type { FamilyMark } from '@dhow/contract/deposit-families'
import styles from './deposits.module.css'

/** Neutral icons: columns for banks, phones and purses for wallets, a slip for vouchers, an exit for others, and two for a row's action. */
const marks = {
  bank: 'M3 9.500 12 4l9 5.500H3ZM5 10v8m4.500-8v8m5-8v8m4.500-8v8M3 20h18',
  phone: 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1ZM11 18h2M10 8l4 4m0-4-4 4',
  envelope: 'M3.500 6h17v12h-17V6Zm0 .500 8.500 6.500 8.500-6.500',
  purse: 'M4 8a2 2 0 0 1 2-2h12v3M4 8v9a2 2 0 0 0 2 2h13a1 1 0 0 0 1-1V9H5a1 1 0 0 1-1-1Zm12 6h.010',
  wave: 'M4 7h16v11H4V7Zm0 7c2.500 0 2.500-2 5-2s2.500 2 5 2 3-2 6-2',
  coins: 'M9 13a5 5 0 1 0 0-10 5 5 0 0 0 0 10Zm5.500-3.500a5.500 5.500 0 1 1-6 6.500',
  cash: 'M3 7h18v10H3V7Zm9 7.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5ZM6 10v4m12-4v4',
  slip: 'M5 4h14v4a2 2 0 0 0 0 4v8H5v-8a2 2 0 0 0 0-4V4Zm4 4h6M9 16h6',
  go: 'M9 5l7 7-7 7',
  history: 'M12 7v5l3 2M4.500 12a7.500 7.500 0 1 0 2.300-5.400M4 4v3.500h3.500',
  leave: 'M13 5h6v6m0-6-8 8M10 6H5v13h13v-5',
} as const satisfies Record<FamilyMark | 'slip' | 'leave' | 'go' | 'history', string>
export type Mark = keyof typeof marks

export function MethodMark({ mark }: { mark: Mark }) {
  return (
    <svg
      className={styles['mark']}
      width="44"
      height="44"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={marks[mark]} />
    </svg>
  )
}
