import { useLocationState } from '../../shared/use-location-state.ts'
import type { login, OtpType } from '@dhow/contract/accounts'
import type { ReplyOf } from '@dhow/contract/operation'
import type { Market } from '@dhow/contract/shapes'
import { useCallback } from 'react'
import { useLocation, useNavigate } from '../../shared/router.tsx'
import { paths } from '../../app/paths.ts'
import { syncPreferences } from '../../shared/sync-preferences.ts'
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

/** Handles the answer to a sign-in or registration: goes to the code screen, or enters the new session. */
export function useAuthAnswer(back: string | undefined) {
  const { signIn } = useSession()
  const navigate = useNavigate()
  const arrive = useSignInRedirect()
  return async (answer: ReplyOf<typeof login>, { mobile, market }: { mobile: string; market: Market }) => {
    if (answer.status === 'otp_required') {
      const step: CodeStep = { mobile, market, type: answer.type, resendAfterS: answer.resend_after_s, back }
      return navigate(paths.verifyOtp, { state: step })
    }
    signIn(answer.token, answer.user)
    await arrive()
  }
}

/** Whether the player has to accept new binding terms; false if the server does not answer. */
const hasTermsToAccept = (language: Language) =>
  call('ownTerms', { query: { language } }).then(
    ({ to_accept: terms }) => terms !== null,
    () => false,
  )

/**
 * Navigates after sign-in: to a pending gift; else to new binding terms; else back to where the player came from; else home. Reloads the page if
 * its language changes. Without a gift, a player who has navigated away meanwhile stays there.
 */
export function useSignInRedirect(): () => Promise<void> {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const state = useLocationState()
  const language = useLanguage()
  return useCallback(async () => {
    const gift = sessionStorage.getItem('pending_gift_code')
    const isOther = await syncPreferences()
    const back = state?.back ?? paths.home
    const hasTerms = gift === null && (await hasTermsToAccept(language))
    const to = gift ? paths.gift : hasTerms ? paths.terms : back
    const hasNavigated = gift === null && location.pathname !== pathname
    if (hasNavigated && isOther) location.reload()
    else if (isOther) location.replace(to)
    else if (!hasNavigated) navigate(to, { replace: true, state: hasTerms ? { back } : null })
  }, [navigate, pathname, state, language])
}
