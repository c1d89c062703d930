import { ApiError } from '@dhow/client/api-error'
import { useMutation } from '@tanstack/react-query'
import { Button } from '@dhow/ui/button'
import { CopyLine } from '@dhow/ui/copy-line'
import { Notice } from '@dhow/ui/feedback'
import { call, sentencesOf } from '../../shared/api.ts'
import { fill, formatMoney } from '../../shared/format.ts'
import { useWords } from '../../shared/words/words.tsx'

/** Change voucher of an issuer for the rest. Fetched only on request, because each view is logged. */
export function ChangeVoucher({ id }: { id: string }) {
  const words = useWords()
  const look = useMutation({
    mutationFn: async () => (await call('voucherChange', { params: { id } })).change,
    // Never kept beyond this page.
    gcTime: 0,
  })
  const change = look.data
  if (change)
    return (
      <Notice tone="good" role="status">
        <p>{fill(words.voucher.changeLead, { amount: formatMoney(change.amount, change.currency) })}</p>
        <dl>
          <CopyLine label={words.voucher.change} value={change.pin} words={words.copy} />
        </dl>
      </Notice>
    )
  const isNone = look.error instanceof ApiError && look.error.status === 404
  return (
    <div>
      <Button kind="quiet" small busy={look.isPending} onClick={() => look.mutate()}>
        {words.voucher.changeShow}
      </Button>
      {look.error ? <p role="status">{isNone ? words.voucher.changeNone : sentencesOf(look.error).join(' ')}</p> : null}
    </div>
  )
}
