import type { ReplyOf } from '@dhow/contract/operation'
import type { withdrawOptions } from '@dhow/contract/withdrawals'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, buttonClass } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { Card, Money, Row, Stack } from '@dhow/ui/layout'
import { useToast } from '@dhow/ui/toast'
import { paths } from '../../app/paths.ts'
import { call, sentencesOf } from '../../shared/api.ts'
import { Facts } from '../../shared/facts.tsx'
import { formatMoney } from '../../shared/format.ts'
import { Link } from '../../shared/link.tsx'
import { translate } from '../../shared/translate.ts'
import { useSession } from '../../shared/session.tsx'
import { useWords } from '../../shared/words/words.tsx'

type Options = ReplyOf<typeof withdrawOptions>

/** Reasons why the player cannot withdraw now, and how to repay a debt. */
export function Stopped({ options }: { options: Options }) {
  return (
    <>
      <Reasons stops={options.stops} />
      {options.stops.some(({ code }) => code === 'debt') ? <Debt options={options} /> : null}
    </>
  )
}

/** Reasons as sentences for the player, each once, with a link to the page that helps. */
export function Reasons({ stops }: Pick<Options, 'stops'>) {
  const { nav } = useWords()
  return (
    <Notice tone="warn">
      {[...new Set(stops.map(({ text }) => translate(text)))].map((text) => (
        <p key={text}>{text}</p>
      ))}
      {stops.some(({ code }) => code === 'tier_too_low') ? (
        <p>
          <Link to={paths.help}>{nav.help}</Link>
        </p>
      ) : null}
    </Notice>
  )
}

function Debt({ options }: { options: Options }) {
  const words = useWords()
  const client = useQueryClient()
  const toast = useToast()
  const { refresh } = useSession()
  const [busy, setBusy] = useState(false)
  const pay = async () => {
    setBusy(true)
    try {
      const { text } = await call('payDebt', { body: {} })
      toast(translate(text), 'good')
    } catch (error) {
      toast(sentencesOf(error).join(' '), 'bad')
    }
    await Promise.all([refresh(), client.invalidateQueries({ queryKey: ['withdraw-options'] })])
    setBusy(false)
  }
  return (
    <Card>
      <Stack>
        <Facts
          facts={[
            [words.withdraw.owed, <Money key="owed">{formatMoney(options.debt, options.currency)}</Money>],
            [
              words.withdraw.available,
              <Money key="available">{formatMoney(options.available, options.currency)}</Money>,
            ],
          ]}
        />
        <p>{words.withdraw.debtHow}</p>
        <Row>
          {Number(options.available) > 0 ? (
            <Button busy={busy} onClick={() => void pay()}>
              {busy ? words.withdraw.payingDebt : words.withdraw.payDebt}
            </Button>
          ) : null}
          <Link to={paths.deposit} className={buttonClass('quiet')}>
            {words.deposit.title}
          </Link>
        </Row>
      </Stack>
    </Card>
  )
}
