import { useMutation } from '@tanstack/react-query'
import type { Currency } from '@dhow/contract/money'
import { formatDecimal } from '@dhow/contract/money'
import { sumOf } from '@dhow/receipts/entry'
import { VerificationError } from '@dhow/receipts/verification-error'
import { Button } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { Card, Money, Stack } from '@dhow/ui/layout'
import { sentencesOf } from '../../shared/api.ts'
import { Facts } from '../../shared/facts.tsx'
import { formatCount, formatMoney } from '../../shared/format.ts'
import { useLanguage, useWords } from '../../shared/words/words.tsx'
import { checkShare, type CheckedShare } from './check-share.ts'
import { fetchShare } from './fetch-share.ts'

/** Finds the player's share in the newest root, verifies it in this browser, and adds up the entries since. */
export function CheckBalance({ currency, checked }: { currency: Currency; checked: () => void }) {
  const words = useWords()
  const check = useMutation({
    mutationFn: async () => checkShare(await fetchShare()),
    onSuccess: checked,
    retry: false,
  })
  const { error, data, isPending } = check
  return (
    <Card>
      <Stack>
        <h2>{words.liabilities.checkTitle}</h2>
        <p>{words.liabilities.checkLead}</p>
        <Button busy={isPending} onClick={() => check.mutate()}>
          {isPending ? words.liabilities.checking : words.liabilities.check}
        </Button>
        {data && !isPending ? <Outcome checked={data} currency={currency} /> : null}
        {error && !isPending ? (
          <Notice tone="bad" role="alert">
            {error instanceof VerificationError
              ? `${words.liabilities.refused} ${error.reason}`
              : sentencesOf(error).join(' ')}
          </Notice>
        ) : null}
      </Stack>
    </Card>
  )
}

function Outcome({
  checked: { root, atRoot, since, now, isSame },
  currency,
}: {
  checked: CheckedShare
  currency: Currency
}) {
  const words = useWords()
  const language = useLanguage()
  const amount = (minor: bigint) => <Money>{formatMoney(formatDecimal(minor), currency)}</Money>
  return (
    <>
      <Notice tone={isSame ? 'good' : 'bad'} role={isSame ? 'status' : 'alert'}>
        {isSame ? (root ? words.liabilities.counted : words.liabilities.countedLater) : words.liabilities.differs}
      </Notice>
      <Facts
        facts={[
          [words.liabilities.day, root?.day],
          [words.liabilities.atRoot, root ? amount(sumOf(atRoot)) : null],
          [words.liabilities.since, formatCount(since, language)],
          [words.liabilities.now, amount(sumOf(now))],
        ]}
      />
      <p>{words.liabilities.keepKey}</p>
    </>
  )
}
