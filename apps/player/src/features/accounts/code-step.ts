import { useLocationState } from '../../shared/use-location-state.ts'
import type { login, OtpType } from '@dhow/contract/accounts'
import type { ReplyOf } from '@dhow/contract/operation'
import type { Market } from '@dhow/contract/shapes'
import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '../../app/paths.ts'
import { preferencesFollow } from '../../shared/language.ts'
import { call } from '../../shared/api.ts'
import { useSession } from '../../shared/session.tsx'
import { useLanguage, type Language } from '../../shared/words/words.tsx'

/** State of the code screen, stored in the tab's history, so that a reload keeps it. */
export interface CodeStep {
  mobile: string
  market: Market
  type: OtpType
  resendAfterS: number
  back?: string | undefined
}

/** Follows the answer to a sign-in or a registration: to the code that it asks for, or into the session that it opened. */
export function useEntry(back: string | undefined) {
  const { signIn } = useSession()
  const navigate = useNavigate()
  const arrive = useArrival()
  return async (answer: ReplyOf<typeof login>, { mobile, market }: { mobile: string; market: Market }) => {
    if (answer.status === 'otp_required') {
      const step: CodeStep = { mobile, market, type: answer.type, resendAfterS: answer.resend_after_s, back }
      return navigate(paths.verifyOtp, { state: step })
    }
    signIn(answer.token, answer.user)
    await arrive()
  }
}

/** Whether new binding terms wait; a server that does not answer keeps nobody from their account. */
const hasTermsToAccept = (language: Language) =>
  call('ownTerms', { query: { language } }).then(
    ({ to_accept: terms }) => terms !== null,
    () => false,
  )

/**
 * Destination after sign-in: to a waiting gift, which is opened right after signing in; to new terms that bind the player; back to where they were sent from; or home. The
 * page is loaded anew there where it is to speak another language. Whoever went on meanwhile, by the header above all, stays where they are, unless
 * a gift waits.
 */
export function useArrival(): () => Promise<void> {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const state = useLocationState()
  const language = useLanguage()
  return useCallback(async () => {
    const gift = sessionStorage.getItem('pending_gift_code')
    const isOther = await preferencesFollow()
    const back = state?.back ?? paths.home
    const hasTerms = gift === null && (await hasTermsToAccept(language))
    const to = gift ? paths.gift : hasTerms ? paths.terms : back
    const hasGoneOn = gift === null && location.pathname !== pathname
    if (hasGoneOn && isOther) location.reload()
    else if (isOther) location.replace(to)
    else if (!hasGoneOn) void navigate(to, { replace: true, state: hasTerms ? { back } : null })
  }, [navigate, pathname, state, language])
}
