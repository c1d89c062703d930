import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { amountActs, moneyActs } from '@dhow/contract/money-acts'
import { Empty } from '@dhow/ui/feedback'
import { SelectField, TextField } from '@dhow/ui/field'
import { Table } from '@dhow/ui/table'
import { pathOf } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import form from '../../shared/form.module.css'
import { money, when } from '../../shared/format.ts'
import { useLiveInterval } from '../../shared/presence.tsx'
import detail from '../../shared/queue/detail.module.css'
import { en } from '../../shared/words/en.ts'

const words = en.moneyActs

/** Acts of today without evidence, by operator, player and act; the newest fifty. */
export function MoneyActs() {
  const [operator, setOperator] = useState('')
  const [player, setPlayer] = useState('')
  const [act, setAct] = useState('')
  const interval = useLiveInterval()
  const query = { operator: operator.trim(), player: player.trim(), act }
  const asked = useQuery({
    queryKey: ['money-acts', query],
    queryFn: () => call('staffMoneyActs', { query }),
    refetchInterval: interval,
  })
  return (
    <section className={detail['block']}>
      <h2>{words.title}</h2>
      <p className={detail['quiet']}>{words.lead}</p>
      <div className={form['pair']}>
        <TextField label={words.operator} value={operator} onChange={(event) => setOperator(event.target.value)} />
        <TextField
          label={words.player}
          hint={words.playerHint}
          value={player}
          onChange={(event) => setPlayer(event.target.value)}
        />
        <SelectField label={words.act} value={act} onChange={(event) => setAct(event.target.value)}>
          <option value="">{en.console.all}</option>
          {amountActs.map((one) => (
            <option key={one} value={one}>
              {moneyActs[one].title}
            </option>
          ))}
        </SelectField>
      </div>
      <Asked query={asked}>
        {({ acts }) =>
          acts.length === 0 ? (
            <Empty title={words.empty} />
          ) : (
            <Table
              label={words.title}
              columns={[
                { key: 'at', label: words.at },
                { key: 'act', label: words.act },
                { key: 'amount', label: words.amount, isNumber: true },
                { key: 'player', label: words.player },
                { key: 'operators', label: words.operators },
                { key: 'subject', label: words.subject },
              ]}
              rows={acts.map((row) => ({
                key: row.id,
                cells: {
                  at: when(row.at),
                  act: row.title,
                  amount: money(row.amount, row.currency),
                  player: row.player ? (
                    <Link to={pathOf(row.player.id) ?? ''}>{row.player.player_name}</Link>
                  ) : (
                    en.console.none
                  ),
                  operators: row.operators.join(', '),
                  subject: pathOf(row.subject) ? (
                    <Link to={pathOf(row.subject) ?? ''}>{row.subject}</Link>
                  ) : (
                    row.subject
                  ),
                },
              }))}
            />
          )
        }
      </Asked>
    </section>
  )
}
