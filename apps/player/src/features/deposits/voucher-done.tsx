import { Button, buttonClass } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { Card, Row, Stack } from '@dhow/ui/layout'
import { paths } from '../../app/paths.ts'
import { Link } from '../../shared/link.tsx'
import { useWords } from '../../shared/words/words.tsx'
import { ChangeVoucher } from './change-voucher.tsx'
import { FollowDeposit, isOpen } from './follow-deposit.tsx'
import type { Redeemed } from './voucher-form.tsx'

/** A redeemed voucher: added, or followed until its issuer has answered; with the voucher for the rest where there is one. */
export function VoucherDone({ redeemed, again }: { redeemed: Redeemed; again: () => void }) {
  const words = useWords()
  return (
    <Card>
      <Stack>
        <Notice tone={isOpen(redeemed.deposit) ? 'info' : 'good'} role="status">
          {redeemed.message}
        </Notice>
        {redeemed.hasChange ? <ChangeVoucher id={redeemed.deposit.id} /> : null}
        <FollowDeposit id={redeemed.deposit.id} />
        <Row>
          <Link to={paths.voucherHistory} className={buttonClass()}>
            {words.deposit.follow}
          </Link>
          <Button kind="quiet" onClick={again}>
            {words.voucher.another}
          </Button>
        </Row>
      </Stack>
    </Card>
  )
}
