import { formatDecimal } from '@dhow/contract/money'
import type { PayerAccount } from '@dhow/contract/settings'
import { formatCsv } from '../../platform/csv.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Market } from '@dhow/contract/shapes'
import { isBankKind, layoutsFor, plainLayout, type BankLayout, type LayoutValue } from './bank-layouts.ts'
import type { PayoutKind } from './rules.ts'

export interface FilePayout {
  payCode: string
  amountMinor: bigint
  holder: string
  number: string
  branch: string | null
  bank: string | null
}

export interface PayoutFile {
  batchId: string
  kind: PayoutKind
  currency: string
  madeAt: Date
  /** Requested execution date, as YYYY-MM-DD in the market's time zone. */
  payOn: string
  /** The operator's name, as known to the bank. */
  payer: string
  /** The operator's account that pays; without one only the plain CSV can be made. */
  account: PayerAccount | undefined
  payouts: FilePayout[]
}

/**
 * The requested file, with its name for the audit trail.
 * @throws Refusal `payer_account_missing` if the file needs our own account and none is set, `payout_file_unsupported`
 * for pain.001 with another kind than bank accounts, and for a layout of another market or kind
 */
export function fileOf(file: PayoutFile, wanted: 'pain001' | { layout: string | undefined }, market: Market) {
  const { account } = file
  const isBank = isBankKind(file.kind)
  if (wanted === 'pain001') {
    if (!isBank) throw new Refusal('payout_file_unsupported')
    if (!account) throw new Refusal('payer_account_missing')
    return { name: 'pain.001', text: payoutPain001({ ...file, account }) }
  }
  const layout = layoutsFor(market, isBank).find((one) => one.code === (wanted.layout ?? plainLayout.code))
  if (!layout) throw new Refusal('payout_file_unsupported')
  const needsPayer = layout.columns.some(({ value }) => typeof value === 'string' && value.startsWith('payer_'))
  if (needsPayer && !account) throw new Refusal('payer_account_missing')
  return { name: layout.name, text: payoutCsv(file, layout) }
}

/**
 * The batch as CSV in a bank's layout. Account numbers are only text in a spreadsheet if their column is a text column;
 * otherwise leading zeros are lost.
 */
export function payoutCsv(file: PayoutFile, layout: BankLayout): string {
  const rows = file.payouts.map((payout) =>
    layout.columns.map(({ value }) => (typeof value === 'string' ? valueOf(value, file, payout) : value.constant)),
  )
  return formatCsv(layout.hasHeader ? [layout.columns.map((column) => column.title), ...rows] : rows)
}

function valueOf(value: LayoutValue, file: PayoutFile, payout: FilePayout): string | null {
  switch (value) {
    case 'reference':
      return payout.payCode
    case 'holder':
      return payout.holder
    case 'bank':
      return payout.bank
    case 'branch':
      return payout.branch
    case 'number':
      return payout.number
    case 'amount':
      return formatDecimal(payout.amountMinor)
    case 'currency':
      return file.currency
    case 'pay_on':
      return file.payOn
    case 'payer_number':
      return file.account?.number ?? ''
    case 'payer_branch':
      return file.account?.branch ?? ''
    case 'payer_holder':
      return file.account?.holder ?? file.payer
  }
}

/**
 * The batch as ISO 20022's pain.001.001.03 with one payment block, from the operator's own account to bank accounts.
 */
export function payoutPain001(file: PayoutFile & { account: PayerAccount }): string {
  const { batchId, currency, madeAt, payOn, payer, account, payouts } = file
  const total = formatDecimal(payouts.reduce((sum, payout) => sum + payout.amountMinor, 0n))
  const count = String(payouts.length)
  const messageId = batchId.slice(-35)
  const transfers = payouts.map((payout) =>
    element(
      'CdtTrfTxInf',
      element('PmtId', element('EndToEndId', text(payout.payCode, 35))),
      element('Amt', `<InstdAmt Ccy="${escaped(currency)}">${formatDecimal(payout.amountMinor)}</InstdAmt>`),
      agent('CdtrAgt', { branch: payout.branch ?? '', bank: payout.bank ?? '', bic: '' }),
      element('Cdtr', element('Nm', text(payout.holder, 70))),
      element('CdtrAcct', accountId(payout.number)),
      element('RmtInf', element('Ustrd', text(payout.payCode, 140))),
    ),
  )
  const sums = element('NbOfTxs', count) + element('CtrlSum', total)
  const document = element(
    'CstmrCdtTrfInitn',
    element(
      'GrpHdr',
      element('MsgId', text(messageId, 35)),
      element('CreDtTm', madeAt.toISOString().slice(0, 19)),
      sums,
      element('InitgPty', element('Nm', text(payer, 70))),
    ),
    element(
      'PmtInf',
      element('PmtInfId', text(messageId, 35)),
      element('PmtMtd', 'TRF'),
      sums,
      element('ReqdExctnDt', payOn),
      element('Dbtr', element('Nm', text(account.holder, 70))),
      element('DbtrAcct', accountId(account.number), element('Ccy', escaped(currency))),
      agent('DbtrAgt', account),
      ...transfers,
    ),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.03">${document}</Document>
`
}

const element = (name: string, ...parts: string[]) => `<${name}>${parts.join('')}</${name}>`

const iban = /^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/

const accountId = (number: string) =>
  element('Id', iban.test(number) ? element('IBAN', number) : element('Othr', element('Id', text(number, 34))))

/** A bank by its BIC, clearing code and name, as far as known. */
function agent(name: string, { branch, bank, bic }: { branch: string; bank: string; bic: string }): string {
  const parts = [
    bic === '' ? '' : element('BIC', escaped(bic)),
    branch === '' ? '' : element('ClrSysMmbId', element('MmbId', text(branch, 35))),
    bank === '' ? '' : element('Nm', text(bank, 140)),
  ].join('')
  return element(name, element('FinInstnId', parts))
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
const escaped = (value: string) => value.replace(/\p{Cc}/gu, ' ').replace(/[&<>"']/g, (sign) => entities[sign] ?? '')
/** Text of limited length, counted before escaping. */
const text = (value: string, most: number) => escaped([...value].slice(0, most).join(''))
