import { useLocationState } from '../../shared/use-location-state.ts'
import { textOf } from '@dhow/contract/player-texts'
import { useEffect, useState } from 'react'
import { useSearchParams } from '../../shared/search-params.ts'
import { call } from '../../shared/api.ts'
import { useSubmit } from '../../shared/form.ts'
import { useMarket } from '../../shared/market.ts'
import { translate } from '../../shared/translate.ts'
import { useWords } from '../../shared/words/words.tsx'
import { useAuthAnswer } from './code-step.ts'

/** Registration form: values, and the request that goes on to the code or signs the player in. */
export function useRegistration() {
  const words = useWords()
  const market = useMarket()
  const referral = useReferral()
  const state = useLocationState()
  const enter = useAuthAnswer(state?.back)
  const [values, setValues] = useState({ name: '', mobile: state?.mobile ?? '', password: '', accepted: false })
  const { name, mobile, password, accepted } = values
  const form = useSubmit(
    ['player_name', 'mobile', 'password', 'market', 'accept_terms'],
    async () => {
      const answer = await call('register', {
        body: {
          player_name: name,
          mobile,
          password,
          market: market.market,
          accept_terms: true,
          ...(referral ? { referral_code: referral } : {}),
        },
      })
      await enter(answer, { mobile, market: market.market })
    },
    () => missing({ player_name: name, mobile, password }, accepted ? {} : { accept_terms: [words.auth.termsNeeded] }),
  )
  const change = (changed: Partial<typeof values>) => setValues((before) => ({ ...before, ...changed }))
  return { values, change, form, market, state }
}

/** The form's errors, with one for each empty field. */
function missing(
  typed: { player_name: string; mobile: string; password: string },
  faults: Record<string, string[]>,
): Record<string, string[]> {
  const found = { ...faults }
  if (typed.player_name.trim() === '') found['player_name'] = [translate(textOf('player_name_rule', {}))]
  if (typed.mobile.trim() === '') found['mobile'] = [translate(textOf('mobile_required', {}))]
  if (typed.password.trim() === '') found['password'] = [translate(textOf('password_short', {}))]
  return found
}

/** Referral code of the link that the visitor followed; kept for the browser session. */
function useReferral(): string | undefined {
  const [search] = useSearchParams()
  const [code, setCode] = useState<string>()
  const fromLink = search.get('ref')
  useEffect(() => {
    if (fromLink) sessionStorage.setItem('referral_code', fromLink.slice(0, 40))
    setCode(sessionStorage.getItem('referral_code') ?? undefined)
  }, [fromLink])
  return code
}
