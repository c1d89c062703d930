import { createContext, useContext, useEffect, useState, type ReactNode } from 'react'

/** The server ends a session idle for 15 minutes; polling must not keep it alive. */
const idleAfterMs = 10 * 60_000
const checkEveryMs = 15_000
/** Polling interval of a queue. */
const pollEveryMs = 4_000

/** Whether the screen is in use, and whether there is a network. */
interface Presence {
  isPresent: boolean
  online: boolean
}

const Context = createContext<Presence>({ isPresent: true, online: true })

export function PresenceProvider({ children }: { children: ReactNode }) {
  const [presence, setPresence] = useState<Presence>(() => ({ isPresent: true, online: navigator.onLine }))
  useEffect(() => {
    let lastInputAtMs = performance.now()
    const look = () => {
      const isPresent = performance.now() - lastInputAtMs < idleAfterMs
      const online = navigator.onLine
      setPresence((before) =>
        before.isPresent === isPresent && before.online === online ? before : { isPresent, online },
      )
    }
    const touch = () => {
      lastInputAtMs = performance.now()
      look()
    }
    const touches = ['keydown', 'pointerdown', 'pointermove', 'wheel']
    for (const type of touches) addEventListener(type, touch, { passive: true })
    for (const type of ['online', 'offline']) addEventListener(type, look)
    const timer = setInterval(look, checkEveryMs)
    return () => {
      for (const type of touches) removeEventListener(type, touch)
      for (const type of ['online', 'offline']) removeEventListener(type, look)
      clearInterval(timer)
    }
  }, [])
  return <Context value={presence}>{children}</Context>
}

/** Stops polling of hidden screens. */
export function PausedProvider({ paused, children }: { paused: boolean; children: ReactNode }) {
  const presence = useContext(Context)
  return <Context value={paused ? { ...presence, isPresent: false } : presence}>{children}</Context>
}

export const usePresence = (): Presence => useContext(Context)

/** For `refetchInterval`: polls while the operator is present. */
export function useLiveInterval(everyMs = pollEveryMs): number | false {
  const { isPresent, online } = usePresence()
  return isPresent && online ? everyMs : false
}
