import { Button } from '@dhow/ui/button'
import { Badge } from '@dhow/ui/feedback'
import { Card, Money, Row, Stack } from '@dhow/ui/layout'
import { useToast } from '@dhow/ui/toast'
import { call } from '../../shared/api.ts'
import { Facts } from '../../shared/facts.tsx'
import { FormMessage } from '../../shared/form-message.tsx'
import { useSubmit } from '../../shared/form.ts'
import { fill, formatMoney, formatTime } from '../../shared/format.ts'
import { ReceiptLink } from '../../shared/receipts.tsx'
import { useSession } from '../../shared/session.tsx'
import { useWords } from '../../shared/words/words.tsx'
import type { Referral } from './referral-link.tsx'
import styles from './rewards.module.css'

/** Friends who joined by the link, the earnings, and the button to collect them. */
export function ReferralEarnings({ referral, reload }: { referral: Referral; reload: () => Promise<unknown> }) {
  const words = useWords()
  const { refresh } = useSession()
  const toast = useToast()
  const collect = useSubmit([], async () => {
    const answer = await call('claimReferral', { body: {} })
    toast(fill(words.refer.collected, { amount: formatMoney(answer.amount, answer.currency) }), 'good')
    await Promise.all([reload(), refresh()])
  })
  return (
    <Card>
      <Stack>
        <Facts
          facts={[
            [words.refer.earned, <Money key="e">{formatMoney(referral.earned, referral.currency)}</Money>],
            [words.refer.invited, referral.counts.invited],
            [words.refer.waiting, referral.counts.waiting],
            [words.refer.paid, referral.counts.paid],
          ]}
        />
        <FormMessage>{collect.message}</FormMessage>
        {referral.counts.due > 0 ? (
          <Button busy={collect.busy} onClick={() => void collect.submit()}>
            {words.refer.collect} ({referral.counts.due})
          </Button>
        ) : null}
        <h2>{words.refer.friends}</h2>
        {referral.friends.length === 0 ? <p className={styles['quiet']}>{words.refer.noFriends}</p> : null}
        <Stack as="ul">
          {referral.friends.map((friend) => (
            <li key={`${friend.player}-${friend.joined_at}`}>
              <Row spread>
                <span>
                  {friend.player} · {formatTime(friend.joined_at)}
                </span>
                <Row>
                  {friend.posting === null ? null : <ReceiptLink posting={friend.posting} about={friend.player} />}
                  <Badge tone={friend.state === 'paid' ? 'good' : 'neutral'}>{words.refer.states[friend.state]}</Badge>
                </Row>
              </Row>
            </li>
          ))}
        </Stack>
      </Stack>
    </Card>
  )
}
