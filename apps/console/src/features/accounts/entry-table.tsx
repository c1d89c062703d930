import { Link } from 'react-router'
import type { Currency } from '@dhow/contract/money'
import type { ReplyOf } from '@dhow/contract/operation'
import type { staffPlayer } from '@dhow/contract/players'
import { pathOf } from '../../app/paths.ts'
import { formatMoney, formatExactTime } from '../../shared/format.ts'
import { ListTable } from '../../shared/list-table.tsx'
import { en } from '../../shared/words/en.ts'

const words = en.players
type Entry = ReplyOf<typeof staffPlayer>['entries'][number]

/** Table of a player's movements of money; `around`: rows before the first and after the last. */
export function EntryTable({
  label,
  entries,
  currency,
  around,
}: {
  label: string
  entries: readonly Entry[]
  currency: Currency
  around?: { opening: string; closing: string }
}) {
  const mark = (key: string, what: string, balance: string) => ({
    key,
    isSum: true,
    cells: { what, after: formatMoney(balance, currency) },
  })
  return (
    <ListTable
      name="movements"
      label={label}
      columns={[
        { key: 'when', label: words.when },
        { key: 'what', label: words.what },
        { key: 'account', label: words.account },
        { key: 'amount', label: words.amount, isNumber: true },
        { key: 'after', label: words.after, isNumber: true },
        { key: 'reference', label: words.reference },
      ]}
      rows={[
        ...(around ? [mark('opening', en.wallets.statement.opening, around.opening)] : []),
        ...entries.map((entry) => ({
          key: entry.id,
          cells: {
            when: formatExactTime(entry.at),
            what: words.kinds[entry.kind] ?? entry.kind,
            account: words.accounts[entry.account] ?? entry.account,
            amount: formatMoney(entry.amount, currency),
            after: entry.balance_after === null ? '' : formatMoney(entry.balance_after, currency),
            reference: <Reference text={entry.reference} />,
          },
        })),
        ...(around ? [mark('closing', en.wallets.statement.closing, around.closing)] : []),
      ]}
    />
  )
}

/** A ledger reference; links the id of a deposit or withdrawal in it. */
function Reference({ text }: { text: string }) {
  const id = /\b(dep|wd)_[0-9A-Za-z]+/.exec(text)?.[0]
  const path = id && pathOf(id)
  return path ? (
    <Link to={path}>
      <code>{text}</code>
    </Link>
  ) : (
    <code>{text}</code>
  )
}
