import type { Bonus, BonusTerms } from '@dhow/contract/rewards'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from '../../shared/router.tsx'
import { Button, buttonClass } from '@dhow/ui/button'
import { Badge, Empty, Failure, Skeleton, type Tone } from '@dhow/ui/feedback'
import { Card, Money, Row, Stack } from '@dhow/ui/layout'
import { useToast } from '@dhow/ui/toast'
import { paths } from '../../app/paths.ts'
import { call, sentencesOf } from '../../shared/api.ts'
import { FormMessage } from '../../shared/form-message.tsx'
import { useSubmit } from '../../shared/form.ts'
import { fill, formatMoney, formatTime } from '../../shared/format.ts'
import { useLiveEvents } from '../../shared/live-events.ts'
import { Link } from '../../shared/link.tsx'
import { useMarket } from '../../shared/market.ts'
import { Page } from '../../shared/page.tsx'
import { renderedAtMs, usePortal } from '../../shared/portal.tsx'
import { LineFoot, Receipts } from '../../shared/receipts.tsx'
import { translate } from '../../shared/translate.ts'
import { useSession } from '../../shared/session.tsx'
import { nameIn } from '../../shared/use-game-name.ts'
import { useLanguage, useWords } from '../../shared/words/words.tsx'
import { FreeRounds } from './free-rounds.tsx'
import styles from './rewards.module.css'

/** A notice marks the end of a bonus; a stake that counts for it changes the balance. */
const refreshedBy = ['notice', 'balance'] as const

const tones: Record<Bonus['state'], Tone> = { active: 'info', completed: 'good', cancelled: 'neutral', expired: 'warn' }

/** Offered bonuses and, for signed-in players, the active ones with their progress. */
export default function BonusScreen() {
  const words = useWords()
  const { session, looksSignedIn } = useSession()
  const { pathname } = useLocation()
  return (
    <Page title={pathname === paths.claimBonus ? words.bonus.toClaim : words.bonus.title} lead={words.bonus.lead}>
      {session.state === 'in' ? (
        <OwnBonuses />
      ) : looksSignedIn ? (
        <Skeleton lines={5} label={words.portal.loading} />
      ) : (
        <VisitorOffers />
      )}
    </Page>
  )
}

function VisitorOffers() {
  const words = useWords()
  const { market } = useMarket()
  const { offers: rendered } = usePortal()
  const { data, error, refetch } = useQuery({
    queryKey: ['bonus-offers', market],
    queryFn: () => call('bonusOffers', { query: { market } }),
    ...(rendered?.market === market
      ? { initialData: { status: 'success' as const, offers: rendered.offers }, initialDataUpdatedAt: renderedAtMs }
      : {}),
  })
  if (error)
    return (
      <Failure message={sentencesOf(error).join(' ')} retry={() => void refetch()} retryLabel={words.portal.retry} />
    )
  if (!data) return <Skeleton lines={5} label={words.portal.loading} />
  return (
    <>
      {data.offers.length === 0 ? <Empty title={words.bonus.noOffers} /> : <h2>{words.bonus.offers}</h2>}
      {data.offers.map((offer) => (
        <Card key={offer.id}>
          <Terms offer={offer} />
        </Card>
      ))}
      <Link to={paths.login} state={{ back: paths.bonus }} className={buttonClass()}>
        {words.bonus.signIn}
      </Link>
    </>
  )
}

function OwnBonuses() {
  const words = useWords()
  const { data, error, refetch } = useQuery({ queryKey: ['bonuses'], queryFn: () => call('bonuses') })
  useLiveEvents(refreshedBy, refetch)
  if (error)
    return (
      <Failure message={sentencesOf(error).join(' ')} retry={() => void refetch()} retryLabel={words.portal.retry} />
    )
  if (!data) return <Skeleton lines={5} label={words.portal.loading} />
  const changed = () => void refetch()
  return (
    <>
      <FreeRounds />
      <h2>{words.bonus.mine}</h2>
      {data.bonuses.length === 0 ? <p className={styles['quiet']}>{words.bonus.noneText}</p> : null}
      {data.bonuses.map((bonus) => (
        <OwnBonus key={bonus.id} bonus={bonus} changed={changed} />
      ))}
      <p className={styles['quiet']}>{translate(data.order_of_funds)}</p>
      <h2>{words.bonus.offers}</h2>
      {data.offers.length === 0 ? <p className={styles['quiet']}>{words.bonus.noOffers}</p> : null}
      {data.offers.map((offer) => (
        <Card key={offer.id}>
          <Stack>
            <Terms offer={offer} />
            <p className={styles['quiet']}>{words.bonus.states[offer.state]}</p>
            {offer.state === 'claimable' ? (
              <Claim
                id={offer.id}
                label={
                  offer.amount
                    ? fill(words.bonus.claim, { amount: formatMoney(offer.amount, data.currency) })
                    : words.bonus.claimPlain
                }
                changed={changed}
              />
            ) : null}
          </Stack>
        </Card>
      ))}
    </>
  )
}

function Terms({ offer: { title, titles, terms } }: { offer: BonusTerms }) {
  const language = useLanguage()
  return (
    <div>
      <h3>{nameIn(language, title, titles)}</h3>
      <ul className={styles['terms']}>
        {terms.map((term) => (
          <li key={JSON.stringify(term)}>{translate(term)}</li>
        ))}
      </ul>
    </div>
  )
}

function Claim({ id, label, changed }: { id: string; label: string; changed: () => void }) {
  const words = useWords()
  const toast = useToast()
  const { refresh } = useSession()
  const form = useSubmit([], async () => {
    await call('claimBonus', { params: { id }, body: {} })
    toast(words.bonus.claimed, 'good')
    changed()
    await refresh()
  })
  return (
    <>
      <FormMessage>{form.message}</FormMessage>
      <Button busy={form.busy} onClick={() => void form.submit()}>
        {label}
      </Button>
    </>
  )
}

function OwnBonus({ bonus, changed }: { bonus: Bonus; changed: () => void }) {
  const words = useWords()
  const toast = useToast()
  const language = useLanguage()
  const [asking, setAsking] = useState(false)
  const { refresh } = useSession()
  const form = useSubmit([], async () => {
    await call('cancelBonus', { params: { id: bonus.id }, body: {} })
    toast(words.bonus.cancelled)
    changed()
    await refresh()
  })
  const state = {
    active: words.bonus.active,
    completed: words.bonus.completed,
    cancelled: words.bonus.cancelledState,
    expired: words.bonus.expired,
  }[bonus.state]
  const progress = fill(words.bonus.progress, {
    wagered: formatMoney(bonus.wagered, bonus.currency),
    required: formatMoney(bonus.required, bonus.currency),
  })
  return (
    <Card>
      <Stack>
        <Row spread>
          <strong>{nameIn(language, bonus.title, bonus.titles)}</strong>
          <Badge tone={tones[bonus.state]}>{state}</Badge>
        </Row>
        <Money>{formatMoney(bonus.amount, bonus.currency)}</Money>
        <div>
          <progress className={styles['progress']} value={bonus.progress} max={100} aria-label={progress} />
          <Row spread>
            <span>{progress}</span>
            {bonus.state === 'active' ? (
              <span>{fill(words.bonus.until, { when: formatTime(bonus.expires_at) })}</span>
            ) : null}
          </Row>
        </div>
        {bonus.state === 'active' && asking ? (
          <>
            <p>{words.bonus.sure}</p>
            <FormMessage>{form.message}</FormMessage>
            <Row>
              <Button kind="danger" small busy={form.busy} onClick={() => void form.submit()}>
                {words.bonus.cancel}
              </Button>
              <Button kind="plain" small onClick={() => setAsking(false)}>
                {words.bonus.keep}
              </Button>
            </Row>
          </>
        ) : (
          <LineFoot>
            <time dateTime={bonus.granted_at}>{formatTime(bonus.granted_at)}</time>
            {bonus.state === 'active' ? (
              <Button kind="plain" small onClick={() => setAsking(true)}>
                {words.bonus.cancel}
              </Button>
            ) : null}
            <Receipts of={bonus.id} currency={bonus.currency} version={bonus.state} />
          </LineFoot>
        )}
      </Stack>
    </Card>
  )
}
