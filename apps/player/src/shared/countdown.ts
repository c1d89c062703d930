import { useEffect, useState } from 'react'

/** Countdown in whole seconds, computed from the clock, so that it is right after the tab was suspended. */
export function useCountdown(seconds: number): [left: number, start: (seconds: number) => void] {
  const [until, setUntil] = useState(() => Date.now() + seconds * 1_000)
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const look = () => {
      const now = Math.max(0, Math.ceil((until - Date.now()) / 1_000))
      setLeft(now)
      if (now === 0) clearInterval(timer)
    }
    const timer = setInterval(look, 1_000)
    return () => clearInterval(timer)
  }, [until])
  const start = (next: number) => {
    setUntil(Date.now() + next * 1_000)
    setLeft(next)
  }
  return [left, start]
}
