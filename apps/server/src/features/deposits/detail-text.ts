import type { NameTextParams } from '@dhow/contract/player-text-params'
import { textOf, type PlayerText } from '@dhow/contract/player-texts'

/** Names and labels of payment details that every language has; any other one is the operator's own. */
const known: Record<string, keyof NameTextParams> = {
  'Bank transfer': 'detail_bank_transfer',
  Bank: 'line_bank',
  'Account name': 'line_account_name',
  'Account number': 'line_account_number',
  'Branch code': 'line_branch_code',
  Name: 'line_name',
  'Cellphone number': 'line_cellphone',
}

/** A name or label of a payment detail for players. */
export function detailText(written: string): PlayerText {
  const code = Object.hasOwn(known, written) ? known[written] : undefined
  return code === undefined ? textOf('text', { text: written }) : textOf(code, {})
}
