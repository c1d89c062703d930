import { useEffect, useState, type ComponentType } from 'react'
import { loadLater } from '../../shared/load-later.ts'
import { useSession } from '../../shared/session.tsx'
import { whenIdle } from '../../shared/when-idle.ts'
import { loadWords, useLanguage } from '../../shared/words/words.tsx'
import { installWay } from './install-way.ts'

/** Offer to install the portal; loads its code when idle, for players whose browser can install. */
export function LazyInstall() {
  const { session } = useSession()
  const language = useLanguage()
  const [Offer, setOffer] = useState<ComponentType>()
  const isIn = session.state === 'in'
  useEffect(() => {
    if (!isIn) return undefined
    let stop = () => {}
    const load = () => {
      if (installWay() === undefined) return
      removeEventListener('beforeinstallprompt', load)
      const fetchOffer = async () => {
        const [offer] = await Promise.all([import('./install-offer.tsx'), loadWords(language, ['install'])])
        return offer
      }
      stop = loadLater(fetchOffer, ({ InstallOffer }) => setOffer(() => InstallOffer))
    }
    addEventListener('beforeinstallprompt', load)
    const forget = whenIdle(load)
    return () => {
      removeEventListener('beforeinstallprompt', load)
      forget()
      stop()
    }
  }, [isIn, language])
  return isIn && Offer ? <Offer /> : null
}
