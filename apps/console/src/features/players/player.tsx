import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import type { Currency } from '@dhow/contract/money'
import type { ReplyOf } from '@dhow/contract/operation'
import type { staffPlayer } from '@dhow/contract/staff'
import { Empty } from '@dhow/ui/feedback'
import { Table } from '@dhow/ui/table'
import { pathOf, paths } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { money, whenExactly } from '../../shared/format.ts'
import { Page } from '../../shared/page.tsx'
import { useLiveInterval } from '../../shared/presence.tsx'
import detail from '../../shared/queue/detail.module.css'
import { Facts } from '../../shared/queue/facts.tsx'
import { Trail } from '../../shared/queue/trail.tsx'
import { en } from '../../shared/words/en.ts'
import { ActiveSwitch } from './active-switch.tsx'
import { PlaySafety } from './play-safety.tsx'
import { ActiveBadge } from './players.tsx'

const words = en.players
type Reply = ReplyOf<typeof staffPlayer>

/** One player: what they have, whether they may play, and how their money moved lately. */
export function Player() {
  const { id = '' } = useParams()
  const interval = useLiveInterval()
  const asked = useQuery({
    queryKey: ['player', id],
    queryFn: () => call('staffPlayer', { params: { id } }),
    refetchInterval: interval,
  })
  return (
    <Page
      title={asked.data?.player.player_name ?? words.name}
      tools={<Link to={paths.players}>{en.console.toList}</Link>}
    >
      <Asked query={asked}>
        {(reply) => (
          <>
            <div className={detail['columns']}>
              <PlayerFacts player={reply.player} />
              <div className={detail['screen']}>
                <ActiveSwitch key={String(reply.player.active)} player={reply.player} />
                <Trail subject={reply.player.id} heading="h2" />
              </div>
            </div>
            <PlaySafety player={reply.player} />
            <RecentMoney reply={reply} />
          </>
        )}
      </Asked>
    </Page>
  )
}

function PlayerFacts({ player }: { player: Reply['player'] }) {
  const currency = player.currency as Currency
  const byName = `?q=${encodeURIComponent(player.player_name)}`
  return (
    <div className={detail['screen']}>
      <Facts
        rows={[
          { label: words.balance, value: money(player.chips, currency) },
          { label: words.held, value: money(player.held, currency) },
          { label: words.state, value: <ActiveBadge active={player.active} /> },
          { label: words.mobile, value: '', copy: player.mobile },
          { label: words.market, value: en.market[player.market as keyof typeof en.market] },
          { label: words.since, value: whenExactly(player.created_at) },
          { label: 'Id', value: <code>{player.id}</code> },
        ]}
      />
      <p className={detail['buttons']}>
        <Link to={`${paths.deposits}${byName}`}>{words.deposits}</Link>
        <Link to={`${paths.withdrawals}${byName}`}>{words.withdrawals}</Link>
      </p>
    </div>
  )
}

function RecentMoney({ reply: { player, entries } }: { reply: Reply }) {
  const currency = player.currency as Currency
  return (
    <section className={detail['block']}>
      <h2>{words.recent}</h2>
      {entries.length === 0 ? (
        <Empty title={words.recentEmpty} />
      ) : (
        <Table
          label={words.recent}
          columns={[
            { key: 'when', label: words.when },
            { key: 'what', label: words.what },
            { key: 'account', label: words.account },
            { key: 'amount', label: words.amount, isNumber: true },
            { key: 'after', label: words.after, isNumber: true },
            { key: 'reference', label: words.reference },
          ]}
          rows={entries.map((entry) => ({
            key: entry.id,
            cells: {
              when: whenExactly(entry.at),
              what: words.kinds[entry.kind] ?? entry.kind,
              account: words.accounts[entry.account] ?? entry.account,
              amount: money(entry.amount, currency),
              after: entry.balance_after === null ? '' : money(entry.balance_after, currency),
              reference: <Reference text={entry.reference} />,
            },
          }))}
        />
      )}
    </section>
  )
}

/** A ledger reference; the id of a deposit or a withdrawal in it leads there. */
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
