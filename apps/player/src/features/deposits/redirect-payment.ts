import { useEffect, useRef, useState } from 'react'
import { paths } from '../../app/paths.ts'
import { call, readToken } from '../../shared/api.ts'
import { pageOfService } from '../../shared/service-page.ts'
import { usePlayer } from '../../shared/session.tsx'
import { useWords } from '../../shared/words/words.tsx'
import { redirectSentence } from './faults.ts'

const orderKey = 'order_id'

/** Return address for the payment service: names the payment, proves nothing. */
export function returnAddress(origin: string, reference: string, service?: string): string {
  const at = service === undefined ? '' : `&service=${encodeURIComponent(service)}`
  return `${origin}${paths.paymentReturn}?transaction=${encodeURIComponent(reference)}${at}`
}

/** Starts a payment at a service, by default A-Pay, and opens its page. A retry keeps the reference, so it stays one payment. */
export function useRedirectPayment() {
  const words = useWords()
  const player = usePlayer()
  const [state, setState] = useState<{ leaving: boolean; fault?: string }>({ leaving: false })
  const reference = useRef<{ text: string; service: string | undefined }>(undefined)

  useEffect(() => {
    // Restored by the Back button from the payment page: clear the leaving state.
    const onShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      reference.current = undefined
      setState({ leaving: false })
    }
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])

  const start = async (service?: string) => {
    if (state.leaving) return
    if (!readToken()) return setState({ leaving: false, fault: words.deposit.redirectSignIn })
    setState({ leaving: true })
    if (reference.current?.service !== service) reference.current = undefined
    reference.current ??= { text: `TXN${Date.now()}`, service }
    const asked = {
      return_url: returnAddress(location.origin, reference.current.text, service),
      custom_transaction_id: reference.current.text,
      player_id: player.id,
    }
    try {
      const { data } =
        service === undefined
          ? await call('aPayStart', { query: asked })
          : await call('paymentStart', { params: { service }, body: asked })
      const page = pageOfService(data?.url)
      if (page === undefined) return setState({ leaving: false, fault: words.deposit.redirectNoAddress })
      localStorage.setItem(orderKey, data.order_id)
      location.assign(page)
    } catch (error) {
      setState({ leaving: false, fault: redirectSentence(words, error) })
    }
  }
  return { ...state, start }
}
