import { translate } from '../../shared/translate.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { amountActions, moneyActions } from '@dhow/contract/money-actions'
import { Empty } from '@dhow/ui/feedback'
import { SelectField, TextField } from '@dhow/ui/field'
import { Table } from '@dhow/ui/table'
import { pathOf } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { Filters } from '../../shared/filters.tsx'
import form from '../../shared/form.module.css'
import { formatMoney, formatTime } from '../../shared/format.ts'
import { useLiveInterval } from '../../shared/presence.tsx'
import detail from '../../shared/queue/detail.module.css'
import { en } from '../../shared/words/en.ts'

const words = en.moneyActions

/** Today's money actions without evidence, by operator, player and action; the newest fifty. */
export function MoneyActions() {
  const [operator, setOperator] = useState('')
  const [player, setPlayer] = useState('')
  const [action, setAction] = useState('')
  const interval = useLiveInterval()
  const query = { operator: operator.trim(), player: player.trim(), action }
  const asked = useQuery({
    queryKey: ['money-actions', query],
    queryFn: () => call('staffMoneyActions', { query }),
    refetchInterval: interval,
  })
  return (
    <section className={detail['block']}>
      <h2>{words.title}</h2>
      <p className={detail['quiet']}>{words.lead}</p>
      <Filters set={query}>
        <div className={form['pair']}>
          <TextField label={words.operator} value={operator} onChange={(event) => setOperator(event.target.value)} />
          <TextField
            label={words.player}
            hint={words.playerHint}
            value={player}
            onChange={(event) => setPlayer(event.target.value)}
          />
          <SelectField label={words.action} value={action} onChange={(event) => setAction(event.target.value)}>
            <option value="">{en.console.all}</option>
            {amountActions.map((one) => (
              <option key={one} value={one}>
                {moneyActions[one].title}
              </option>
            ))}
          </SelectField>
        </div>
      </Filters>
      <Asked query={asked}>
        {({ actions }) =>
          actions.length === 0 ? (
            <Empty title={words.empty} />
          ) : (
            <Table
              label={words.title}
              columns={[
                { key: 'at', label: words.at },
                { key: 'action', label: words.action },
                { key: 'amount', label: words.amount, isNumber: true },
                { key: 'player', label: words.player },
                { key: 'operators', label: words.operators },
                { key: 'subject', label: words.subject },
              ]}
              rows={actions.map((row) => ({
                key: row.id,
                cells: {
                  at: formatTime(row.at),
                  action: translate(row.title),
                  amount: formatMoney(row.amount, row.currency),
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
