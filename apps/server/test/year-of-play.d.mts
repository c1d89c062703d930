export const firstDay: string
export const lastDay: string
export const yearOfPlay: (size: { players: number; rounds: number; deposits: number }) => string[]
export const recounts: (
  market: 'NA' | 'IN',
) => Record<
  'days' | 'total' | 'games' | 'accounts' | 'tax' | 'fees' | 'retention' | 'payment_fees' | 'sums' | 'vintage' | 'ltv',
  string
>
