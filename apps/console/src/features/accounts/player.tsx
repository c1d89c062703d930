import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import type { ReplyOf } from '@dhow/contract/operation'
import type { staffPlayer } from '@dhow/contract/players'
import { Badge, Empty } from '@dhow/ui/feedback'
import { freeRoundsPath, pathOf, paths, statementPath } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { fill, formatMoney, formatExactTime } from '../../shared/format.ts'
import { linksAnchor } from '../../shared/linked-players.ts'
import { PageParts } from '../../shared/page-parts.tsx'
import { Page } from '../../shared/page.tsx'
import { useLiveInterval } from '../../shared/presence.tsx'
import detail from '../../shared/queue/detail.module.css'
import { Facts } from '../../shared/queue/facts.tsx'
import { Reveal } from '../../shared/reveal.tsx'
import { usePermission } from '../../shared/session.tsx'
import { AllMessages } from '../../shared/queue/player-messages.tsx'
import { isZero } from '../../shared/queue/holds.tsx'
import { StateBadge } from '../../shared/queue/state-badge.tsx'
import { Trail } from '../../shared/queue/trail.tsx'
import { en } from '../../shared/words/en.ts'
import { EntryTable } from './entry-table.tsx'
import { PlayerDevices } from './player-devices.tsx'
import { PlayerIdentity } from './player-identity.tsx'
import { PlayerLinks } from './player-links.tsx'
import { PlayerMay } from './player-may.tsx'
import { PlaySafety } from './play-safety.tsx'
import { PlayerTags } from './player-tags.tsx'
import { PlayerTerms } from './player-terms.tsx'
import { PlayerTimeline } from './player-timeline.tsx'
import { PlayerActions } from './player-actions.tsx'
import { ActiveBadge } from './players.tsx'

const words = en.players
const { definitions } = words
type Reply = ReplyOf<typeof staffPlayer>
const walletTones = { open: 'good', frozen: 'warn', closed: 'bad' } as const

/** One player: balances, permissions to play and pay, recent movements. */
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
                <PlayerActions player={reply.player} />
                <Trail subject={reply.player.id} heading="h2" />
              </div>
            </div>
            <Parts reply={reply} />
          </>
        )}
      </Asked>
    </Page>
  )
}

/** Everything about a player, the daily questions first. */
function Parts({ reply }: { reply: Reply }) {
  const { player } = reply
  const { id } = player
  const seesLinks = usePermission('players.see_links')
  const seesMessages = usePermission('messages.see')
  return (
    <PageParts
      parts={[
        { id: 'may', label: words.mayTitle, part: <PlayerMay may={player.may} /> },
        { id: 'money', label: words.recent, part: <RecentMoney reply={reply} /> },
        { id: 'timeline', label: en.timeline.title, part: <PlayerTimeline playerId={id} /> },
        { id: 'tags', label: en.playerTags.title, part: <PlayerTags playerId={id} /> },
        ...(seesLinks ? [{ id: linksAnchor, label: en.playerLinks.title, part: <PlayerLinks playerId={id} /> }] : []),
        { id: 'devices', label: en.playerDevices.title, part: <PlayerDevices playerId={id} /> },
        { id: 'identity', label: en.identity.title, part: <PlayerIdentity player={player} /> },
        { id: 'limits', label: en.safety.title, part: <PlaySafety player={player} /> },
        ...(seesMessages
          ? [{ id: 'messages', label: en.messages.sentTitle, part: <AllMessages playerId={id} /> }]
          : []),
        { id: 'terms', label: en.content.terms.title, part: <PlayerTerms playerId={id} /> },
      ]}
    />
  )
}

function PlayerFacts({ player }: { player: Reply['player'] }) {
  const currency = player.currency
  const seesAll = usePermission('players.see_identity')
  const byName = `?q=${encodeURIComponent(player.player_name)}`
  return (
    <div className={detail['screen']}>
      <Facts
        rows={[
          { label: words.balance, value: formatMoney(player.chips, currency), definition: definitions.balance },
          { label: words.held, value: formatMoney(player.held, currency), definition: definitions.held },
          { label: en.wallets.inPlay, value: formatMoney(player.in_play, currency), definition: definitions.inPlay },
          ...(isZero(player.debt)
            ? []
            : [
                {
                  label: en.holds.debt,
                  value: <Badge tone="bad">{formatMoney(player.debt, currency)}</Badge>,
                  definition: definitions.debt,
                },
              ]),
          ...player.open_withdrawals.map((withdrawal) => ({
            label: en.withdrawals.id,
            value: (
              <>
                <Link to={pathOf(withdrawal.id) ?? ''}>{formatMoney(withdrawal.amount, currency)}</Link>{' '}
                <StateBadge state={withdrawal.state} />
              </>
            ),
          })),
          { label: en.wallets.bonus, value: formatMoney(player.bonus, currency), definition: definitions.bonus },
          // A closed account is neither active nor suspended by itself.
          ...(player.closing?.closed_at && !player.suspended
            ? []
            : [{ label: words.state, value: <ActiveBadge active={!player.suspended} /> }]),
          ...(player.closing ? [{ label: en.wallets.closing, value: closingText(player.closing) }] : []),
          {
            label: en.wallets.wallet,
            value: <Badge tone={walletTones[player.wallet]}>{en.wallets.states[player.wallet]}</Badge>,
          },
          seesAll
            ? { label: words.mobile, value: '', copy: player.mobile }
            : { label: words.mobile, value: player.mobile },
          ...(player.email ? [emailFact(player.email, seesAll)] : []),
          { label: words.market, value: en.market[player.market] },
          { label: words.since, value: formatExactTime(player.created_at) },
          { label: 'Id', value: <code>{player.id}</code> },
        ]}
      />
      <Reveal playerId={player.id} field="mobile" />
      {player.email ? <Reveal playerId={player.id} field="email" /> : null}
      <p className={detail['buttons']}>
        <Link to={`${paths.deposits}${byName}`}>{words.deposits}</Link>
        <Link to={`${paths.withdrawals}${byName}`}>{words.withdrawals}</Link>
        <Link to={statementPath(player.id)}>{en.wallets.statement.link}</Link>
        <Link to={freeRoundsPath(player.id)}>{en.freeRounds.link}</Link>
      </p>
    </div>
  )
}

/** A mailbox that bounced gets no messages. */
function emailFact({ address, came_back_at }: NonNullable<Reply['player']['email']>, seesAll: boolean) {
  if (came_back_at === null)
    return seesAll ? { label: words.email, value: '', copy: address } : { label: words.email, value: address }
  return {
    label: words.email,
    value: (
      <>
        {address} <Badge tone="warn">{fill(words.emailCameBack, { when: formatExactTime(came_back_at) })}</Badge>
      </>
    ),
  }
}

function closingText({ closes_at, closed_at }: NonNullable<Reply['player']['closing']>) {
  return closed_at === null ? (
    <Badge tone="warn">{fill(en.wallets.closingAt, { when: formatExactTime(closes_at) })}</Badge>
  ) : (
    <Badge tone="bad">{fill(en.wallets.closedAt, { when: formatExactTime(closed_at) })}</Badge>
  )
}

function RecentMoney({ reply: { player, entries } }: { reply: Reply }) {
  const currency = player.currency
  return (
    <section className={detail['block']}>
      <h2>{words.recent}</h2>
      {entries.length === 0 ? (
        <Empty title={words.recentEmpty} />
      ) : (
        <EntryTable label={words.recent} entries={entries} currency={currency} />
      )}
    </section>
  )
}
