import { formatDecimal } from '@dhow/contract/money'
import type { Balances } from './features/wallet/index.ts'

/** Balances of a player as the live stream sends them: decimal text. */
export const liveBalance = ({ cashMinor, heldMinor, bonusMinor }: Balances) => ({
  chips: formatDecimal(cashMinor),
  held: formatDecimal(heldMinor),
  bonus: formatDecimal(bonusMinor),
})
