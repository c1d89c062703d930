import type { PayoutAccount } from '@dhow/contract/withdrawals'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@dhow/ui/button'
import { Dialog } from '@dhow/ui/dialog'
import { Notice } from '@dhow/ui/feedback'
import { Card, Row, Stack } from '@dhow/ui/layout'
import { useToast } from '@dhow/ui/toast'
import { call, sentencesOf } from '../../shared/api.ts'
import { fill, formatTime } from '../../shared/format.ts'
import styles from '../../shared/page.module.css'
import { translate } from '../../shared/translate.ts'
import { useWords } from '../../shared/words/words.tsx'

/** Whether an account was changed too recently to be paid to. */
export const isResting = ({ usable_from }: Pick<PayoutAccount, 'usable_from'>, now = new Date()): boolean =>
  new Date(usable_from) > now

/** Payout accounts with their dates and a remove button. */
export function PayoutAccounts({ accounts }: { accounts: PayoutAccount[] }) {
  const words = useWords()
  const toast = useToast()
  const client = useQueryClient()
  const [asked, setAsked] = useState<PayoutAccount>()
  const removal = useMutation({
    mutationFn: (id: string) => call('removePayoutAccount', { params: { id } }),
    async onSuccess() {
      setAsked(undefined)
      toast(words.withdraw.removed, 'good')
      await client.invalidateQueries({ queryKey: ['payout-accounts'] })
    },
  })
  const ask = (account: PayoutAccount | undefined) => {
    removal.reset()
    setAsked(account)
  }
  if (accounts.length === 0) return null
  return (
    <Card>
      <Stack>
        <h2>{words.withdraw.accounts}</h2>
        <Stack as="ul">
          {accounts.map((account) => (
            <li key={account.id} className={styles['open']}>
              <Row spread>
                <strong>
                  {translate(account.label_text)} · {account.number}
                </strong>
                <Button
                  kind="quiet"
                  small
                  aria-label={`${words.withdraw.remove}: ${translate(account.label_text)} ${account.number}`}
                  onClick={() => ask(account)}
                >
                  {words.withdraw.remove}
                </Button>
              </Row>
              <p>{account.holder}</p>
              <p>
                {isResting(account)
                  ? fill(words.withdraw.restsUntil, { until: formatTime(account.usable_from) })
                  : words.withdraw.usable}
              </p>
            </li>
          ))}
        </Stack>
      </Stack>
      <Dialog open={asked !== undefined} close={() => ask(undefined)} label={words.withdraw.remove}>
        {asked ? (
          <Stack>
            <p>{fill(words.withdraw.removeSure, { account: `${translate(asked.label_text)} · ${asked.number}` })}</p>
            {removal.error ? (
              <Notice tone="bad" role="alert">
                {sentencesOf(removal.error).join(' ')}
              </Notice>
            ) : null}
            <Row>
              <Button kind="danger" busy={removal.isPending} onClick={() => removal.mutate(asked.id)}>
                {words.withdraw.remove}
              </Button>
              <Button kind="quiet" onClick={() => ask(undefined)}>
                {words.withdraw.keep}
              </Button>
            </Row>
          </Stack>
        ) : null}
      </Dialog>
    </Card>
  )
}
