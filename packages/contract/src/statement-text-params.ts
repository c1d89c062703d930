import type { Currency } from './money.ts'
import type { RefusalCode } from './refusals.ts'

type None = Record<never, string>
/** Amounts are in the API's form, all in one currency. */
type Received = { received: string; currency: Currency }
type Amounts = { ours: string; theirs: string; currency: Currency }

/** Errors of statement files. */
export type FileTextParams = {
  file_slow: None
  file_lines_many: None
  file_mt940_currencies: None
  file_mt940_none: None
  file_mt940_large: None
  file_field_long: { format: string }
  file_mt940_balance: None
  file_mt940_line: { line: string }
  file_empty: None
  file_unbalanced: None
  file_utf16: None
  file_no_text: None
  file_not_utf8: None
  file_row_formula: { row: string; column: string }
  file_row_day: { row: string; column: string; format: string }
  file_row_amount: { row: string; column: string }
  file_row_no_amount: { row: string }
  file_row_cell_long: { row: string }
  file_row_columns_many: { row: string; most: string }
  file_row_after_quote: { row: string }
  file_rows_many: None
  file_row_open_quote: { row: string }
  file_own_types: { format: string }
  file_xml_not_opened: None
  file_xml_large: None
  file_xml_deep: None
  file_xml_open: None
  file_xml_cut: None
  file_xml_no_name: None
  file_xml_malformed: None
  file_xml_attributes_many: None
  file_xml_entity: { entity: string }
  file_ofx_none: None
  file_ofx_cut: None
  file_ofx_line: { line: string }
  file_camt_none: None
  file_camt_accounts: None
  file_camt_entry: { entry: string }
}

/** Possible or blocked decisions on a bank line, and results of its credit. */
export type LineTextParams = {
  line_other_account: None
  line_waits_for_player: None
  line_deposit_closed: None
  line_claimed: { name: string }
  line_first_differs: Received & { first: string }
  line_second_needed: None
  line_not_credited: None
  line_credited_other: Received & { credited: string }
  line_payout_other: Received & { payout: string }
  line_payout_unsent: None
  outcome_credited: None
  outcome_second: None
  outcome_refused: { refusal: RefusalCode }
}

/** Differences between a day of the ledger and its statements. `state` is a payment's, with spaces. */
export type DifferenceTextParams = {
  difference_no_statement: { count: string }
  difference_paid_only: None
  difference_credited_only: None
  difference_duplicate: { line: string }
  difference_unnamed: None
  difference_unlinked: None
  difference_ledger_amount: Amounts
  difference_declared_amount: Amounts
  difference_uncredited: { state: string }
  difference_unpaid: { state: string }
  difference_service_uncredited: { state: string }
  difference_in_transit: { state: string; hours: string }
  difference_unanswered: { state: string; hours: string }
  difference_suspense: { hours: string }
}
