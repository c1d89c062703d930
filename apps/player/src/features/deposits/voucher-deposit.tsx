import { useState } from 'react'
import { Card } from '@dhow/ui/layout'
import { paths } from '../../app/paths.ts'
import { Link } from '../../shared/link.tsx'
import { OpenPayments } from '../../shared/open-payments.tsx'
import { Page, type PageHead } from '../../shared/page.tsx'
import { useWords, type Words } from '../../shared/words/words.tsx'
import { DepositGate } from './deposit-gate.tsx'
import { VoucherDone } from './voucher-done.tsx'
import { VoucherForm, type Redeemed } from './voucher-form.tsx'

/** Deposit by the number of a voucher bought in a shop. */
export default function VoucherDeposit() {
  const words = useWords()
  const [redeemed, setRedeemed] = useState<Redeemed>()
  if (redeemed) return <VoucherDone redeemed={redeemed} again={() => setRedeemed(undefined)} />
  return (
    <Page {...VoucherDeposit.head(words)}>
      <DepositGate by="vouchers" method="kazang">
        <Card>
          <VoucherForm
            label={words.voucher.pin}
            fault={(text) => (text.trim() === '' ? words.voucher.pinRequired : undefined)}
            onRedeemed={setRedeemed}
          />
        </Card>
      </DepositGate>
      <OpenPayments />
    </Page>
  )
}

VoucherDeposit.head = (words: Words): PageHead => ({
  title: words.voucher.title,
  lead: (
    <>
      {words.voucher.lead} <Link to={paths.howToDeposit}>{words.voucher.how}</Link>
    </>
  ),
  tools: <Link to={paths.voucherHistory}>{words.deposit.history}</Link>,
})
