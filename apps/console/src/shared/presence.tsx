import { createContext, useContext, useEffect, useState, type ReactNode } from 'react'

/** The server ends a session that rests for 15 minutes; a screen that asks by itself must not keep it alive. */
const restsAfterMs = 10 * 60_000
const looksEveryMs = 15_000
/** How often a queue asks what is new. */
const asksEveryMs = 4_000

/** Whether the screen is in use, and whether there is a network. */
interface Presence {
  attended: boolean
  online: boolean
}

const Context = createContext<Presence>({ attended: true, online: true })

export function PresenceProvider({ children }: { children: ReactNode }) {
  const [presence, setPresence] = useState<Presence>(() => ({ attended: true, online: navigator.onLine }))
  useEffect(() => {
    let touchedAtMs = performance.now()
    const look = () => {
      const attended = performance.now() - touchedAtMs < restsAfterMs
      const online = navigator.onLine
      setPresence((before) =>
        before.attended === attended && before.online === online ? before : { attended, online },
      )
    }
    const touch = () => {
      touchedAtMs = performance.now()
      look()
    }
    const touches = ['keydown', 'pointerdown', 'pointermove', 'wheel']
    for (const type of touches) addEventListener(type, touch, { passive: true })
    for (const type of ['online', 'offline']) addEventListener(type, look)
    const timer = setInterval(look, looksEveryMs)
    return () => {
      for (const type of touches) removeEventListener(type, touch)
      for (const type of ['online', 'offline']) removeEventListener(type, look)
      clearInterval(timer)
    }
  }, [])
  return <Context value={presence}>{children}</Context>
}

/** Hidden screens fetch nothing. */
export function AsleepProvider({ asleep, children }: { asleep: boolean; children: ReactNode }) {
  const presence = useContext(Context)
  return <Context value={asleep ? { ...presence, attended: false } : presence}>{children}</Context>
}

export const usePresence = (): Presence => useContext(Context)

/** For `refetchInterval`: asks again and again while somebody is there. */
export function useLiveInterval(everyMs = asksEveryMs): number | false {
  const { attended, online } = usePresence()
  return attended && online ? everyMs : false
}
