import type { PaymentDetail } from '@dhow/contract/deposit-calls'
import type { DepositIdField } from '@dhow/contract/deposit-families'
import type { Deposit } from '@dhow/contract/deposits'
import type { Currency } from '@dhow/contract/money'
import { useState } from 'react'
import { Button } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { TextField } from '@dhow/ui/field'
import { Card } from '@dhow/ui/layout'
import { AmountField } from '../../shared/amount-field.tsx'
import { rangeOf, type Range } from '../../shared/amount-rules.ts'
import { FormMessage } from '../../shared/form-message.tsx'
import formStyles from '../../shared/page.module.css'
import { translate } from '../../shared/translate.ts'
import { ScreenshotField } from '../../shared/screenshot-field.tsx'
import { useWords } from '../../shared/words/words.tsx'
import type { DepositCall } from './families.ts'
import { PayStep } from './pay-step.tsx'
import { useDepositReport } from './use-deposit-report.ts'

interface DepositStepsProps {
  submit: DepositCall
  idField: DepositIdField
  payTo: { details: PaymentDetail[]; deposit_code: string; currency: Currency }
  /** Limits for the chosen payment detail; default: the detail's own. */
  rangeFor?: (detail: PaymentDetail) => Range | undefined
  onSent: (deposit: Deposit) => void
}

/** Deposit in three steps: amount, payment details, reference with a screenshot. */
export function DepositSteps(props: DepositStepsProps) {
  const { failures } = useWords()
  const { details } = props.payTo
  const [chosen, choose] = useState<number>()
  const detail = details.find(({ id }) => id === chosen) ?? details[0]
  if (!detail) return <Notice tone="warn">{failures.detailsMissing}</Notice>
  return <Steps {...props} detail={detail} choose={choose} />
}

function Steps({
  submit,
  idField,
  payTo,
  rangeFor = ({ limits }) => rangeOf(limits.min, limits.max),
  onSent,
  detail,
  choose,
}: DepositStepsProps & { detail: PaymentDetail; choose: (id: number) => void }) {
  const { deposit: words } = useWords()
  const { currency } = payTo
  const range = rangeFor(detail)
  const { form, values, change } = useDepositReport({ submit, idField, detail, range, currency, onSent })
  return (
    <form method="post" className={formStyles['form']} onSubmit={(event) => void form.submit(event)} noValidate>
      <Card>
        <div className={formStyles['form']}>
          <h2>{words.stepAmount}</h2>
          <AmountField
            value={values.amount}
            onValue={(amount) => change({ amount })}
            range={range}
            common
            currency={currency}
            errors={form.fields['amount']}
          />
        </div>
      </Card>
      <PayStep
        payTo={payTo}
        detail={detail}
        choose={(id) => {
          choose(id)
          change({ detailId: id })
        }}
        amount={values.amount}
        range={range}
      />
      <Card>
        <div className={formStyles['form']}>
          <h2>{words.stepConfirm}</h2>
          <TextField
            label={translate(detail.reference_label)}
            hint={translate(detail.reference_help)}
            name="utr"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            required
            value={values.utr}
            onChange={(event) => change({ utr: event.target.value })}
            errors={form.fields['utr']}
          />
          <ScreenshotField
            file={values.image}
            required={detail.proof_required}
            onFile={(image) => change({ image })}
            errors={form.fields['image']}
          />
          <FormMessage>{form.message}</FormMessage>
          <Button type="submit" wide busy={form.busy}>
            {form.busy ? words.submitting : words.submit}
          </Button>
        </div>
      </Card>
    </form>
  )
}
