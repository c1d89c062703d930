import { ApiError } from '@dhow/client/api-error'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from '../../shared/search-params.ts'
import { buttonClass } from '@dhow/ui/button'
import { Notice, Skeleton } from '@dhow/ui/feedback'
import { Row } from '@dhow/ui/layout'
import { paths } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { formatMoney } from '../../shared/format.ts'
import { Link } from '../../shared/link.tsx'
import { Page } from '../../shared/page.tsx'
import { translate } from '../../shared/translate.ts'
import { ReceiptLink } from '../../shared/receipts.tsx'
import { useSession } from '../../shared/session.tsx'
import { useWords } from '../../shared/words/words.tsx'

/** Storage key of a gift code during sign-in. */
const pendingKey = 'pending_gift_code'

type Outcome =
  | { state: 'working' }
  | { state: 'asks' }
  | { state: 'none' }
  | { state: 'good'; text: string; posting: string }
  | { state: 'bad'; text: string }

/** Gift link: keeps its code through sign-in or registration, checks it, claims it, then forgets it. */
export default function Gift() {
  const words = useWords()
  const [search, setSearch] = useSearchParams()
  const { session, refresh } = useSession()
  const [outcome, setOutcome] = useState<Outcome>({ state: 'working' })
  const claimed = useRef(false)
  const fromLink = search.get('id')

  useEffect(() => {
    if (session.state === 'unknown' || claimed.current) return
    const code = fromLink ?? sessionStorage.getItem(pendingKey)
    if (!code) return setOutcome({ state: 'none' })
    if (session.state !== 'in') {
      sessionStorage.setItem(pendingKey, code)
      return setOutcome({ state: 'asks' })
    }
    claimed.current = true
    const { mobile } = session.user
    const claim = async () => {
      try {
        await call('validateGift', { query: { id: code } })
        const { amount, currency, text, posting } = await call('claimGift', { body: { mobile, code } })
        setOutcome({
          state: 'good',
          text: `${translate(text) || words.gift.success} · ${formatMoney(amount, currency)}`,
          posting,
        })
        await refresh()
      } catch (error) {
        const isRefusal = error instanceof ApiError && error.code !== 'unknown'
        setOutcome({ state: 'bad', text: isRefusal ? error.message : words.gift.failure })
      } finally {
        sessionStorage.removeItem(pendingKey)
        // Remove the code from the address, so that a reload does not try it again.
        setSearch({}, { replace: true })
      }
    }
    void claim()
  }, [session, fromLink, refresh, words, setSearch])

  return (
    <Page title={words.gift.title}>
      {outcome.state === 'working' ? <Skeleton lines={2} label={words.gift.claiming} /> : null}
      {outcome.state === 'none' ? (
        <>
          <Notice tone="warn">{words.gift.none}</Notice>
          <Row>
            <Link to={paths.bonus} className={buttonClass('quiet')}>
              {words.nav.bonus}
            </Link>
          </Row>
        </>
      ) : null}
      {outcome.state === 'asks' ? (
        <>
          <Notice>{words.gift.signIn}</Notice>
          <Row>
            <Link to={paths.login} state={{ back: paths.gift }} className={buttonClass()}>
              {words.nav.login}
            </Link>
            <Link to={paths.register} state={{ back: paths.gift }} className={buttonClass('quiet')}>
              {words.nav.signup}
            </Link>
          </Row>
        </>
      ) : null}
      {outcome.state === 'good' || outcome.state === 'bad' ? <Claimed outcome={outcome} /> : null}
    </Page>
  )
}

function Claimed({ outcome }: { outcome: Extract<Outcome, { text: string }> }) {
  const words = useWords()
  return (
    <>
      <Notice tone={outcome.state} role="status">
        {outcome.text}
      </Notice>
      <Row>
        <Link to={paths.home} className={buttonClass()}>
          {words.nav.home}
        </Link>
        {outcome.state === 'good' ? <ReceiptLink posting={outcome.posting} /> : null}
      </Row>
    </>
  )
}
