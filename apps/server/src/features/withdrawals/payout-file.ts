import { formatDecimal } from '@dhow/contract/money'
import { csvOf } from '../../platform/csv.ts'
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
  /** Who pays, as the bank knows us. */
  payer: string
  payouts: FilePayout[]
}

/** The batch as CSV. Account numbers are text to a spreadsheet only by their column: keep it a text column, or leading zeros go. */
export function payoutCsv({ currency, payouts }: PayoutFile): string {
  return csvOf([
    ['reference', 'beneficiary', 'bank', 'branch', 'account', 'amount', 'currency'],
    ...payouts.map((payout) => [
      payout.payCode,
      payout.holder,
      payout.bank,
      payout.branch,
      payout.number,
      formatDecimal(payout.amountMinor),
      currency,
    ]),
  ])
}

/** The batch as ISO 20022's pain.001.001.03, one payment block. What our own account is, the bank knows by the channel. */
export function payoutPain001({ batchId, currency, madeAt, payer, payouts }: PayoutFile): string {
  const total = formatDecimal(payouts.reduce((sum, payout) => sum + payout.amountMinor, 0n))
  const count = String(payouts.length)
  const messageId = batchId.slice(-35)
  const transfers = payouts.map(
    (payout) => `      <CdtTrfTxInf>
        <PmtId><EndToEndId>${escaped(payout.payCode)}</EndToEndId></PmtId>
        <Amt><InstdAmt Ccy="${escaped(currency)}">${formatDecimal(payout.amountMinor)}</InstdAmt></Amt>
        <CdtrAgt><FinInstnId><ClrSysMmbId><MmbId>${escaped(payout.branch ?? '')}</MmbId></ClrSysMmbId><Nm>${escaped(payout.bank ?? '')}</Nm></FinInstnId></CdtrAgt>
        <Cdtr><Nm>${escaped(payout.holder.slice(0, 70))}</Nm></Cdtr>
        <CdtrAcct><Id><Othr><Id>${escaped(payout.number.slice(0, 34))}</Id></Othr></Id></CdtrAcct>
        <RmtInf><Ustrd>${escaped(payout.payCode)}</Ustrd></RmtInf>
      </CdtTrfTxInf>
`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.03">
  <CstmrCdtTrfInitn>
    <GrpHdr>
      <MsgId>${escaped(messageId)}</MsgId>
      <CreDtTm>${madeAt.toISOString().slice(0, 19)}</CreDtTm>
      <NbOfTxs>${count}</NbOfTxs>
      <CtrlSum>${total}</CtrlSum>
      <InitgPty><Nm>${escaped(payer.slice(0, 70))}</Nm></InitgPty>
    </GrpHdr>
    <PmtInf>
      <PmtInfId>${escaped(messageId)}</PmtInfId>
      <PmtMtd>TRF</PmtMtd>
      <NbOfTxs>${count}</NbOfTxs>
      <CtrlSum>${total}</CtrlSum>
      <ReqdExctnDt>${madeAt.toISOString().slice(0, 10)}</ReqdExctnDt>
      <Dbtr><Nm>${escaped(payer.slice(0, 70))}</Nm></Dbtr>
${transfers.join('')}    </PmtInf>
  </CstmrCdtTrfInitn>
</Document>
`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
const escaped = (text: string) => text.replace(/\p{Cc}/gu, ' ').replace(/[&<>"']/g, (sign) => entities[sign]!)
