import { Button, buttonClass } from '@dhow/ui/button'
import { Card, Row, Stack } from '@dhow/ui/layout'
import { paths, paymentPath } from '../../app/paths.ts'
import { Link } from '../../shared/link.tsx'
import { Page } from '../../shared/page.tsx'
import { useWords } from '../../shared/words/words.tsx'
import { ChangeVoucher } from './change-voucher.tsx'
import { Credited } from './credited.tsx'
import { FollowDeposit } from './follow-deposit.tsx'
import { useFollowedDeposit } from './use-followed-deposit.ts'
import { useTop } from './use-top.ts'
import type { Redeemed } from './voucher-form.tsx'

/** Redeemed voucher: credited, or followed until its issuer answers; with the change voucher, if any. */
export function VoucherDone({ redeemed, again }: { redeemed: Redeemed; again: () => void }) {
  useTop()
  const words = useWords()
  const { deposit, error } = useFollowedDeposit(redeemed.deposit.id)
  const known = deposit ?? redeemed.deposit
  const more = (
    <Button kind="quiet" onClick={again}>
      {words.voucher.another}
    </Button>
  )
  if (known.status === 'completed')
    return (
      <Credited deposit={known} history={paths.voucherHistory} more={more}>
        {redeemed.hasChange || known.has_change ? <ChangeVoucher id={known.id} /> : null}
      </Credited>
    )
  return (
    <Page title={words.voucher.title} tools={<Link to={paths.voucherHistory}>{words.deposit.history}</Link>}>
      <Card>
        <Stack>
          <FollowDeposit deposit={deposit} failed={error !== null} waiting={redeemed.message} />
          <Row>
            <Link to={paymentPath(known.id)} className={buttonClass()}>
              {words.deposit.follow}
            </Link>
            {more}
          </Row>
        </Stack>
      </Card>
    </Page>
  )
}
