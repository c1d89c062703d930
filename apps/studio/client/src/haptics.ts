/** Vibrates the phone if it can; not with reduced motion, or before the first touch. */
export function openHaptics(isStill: boolean): (ms: number) => void {
  return (ms) => {
    if (isStill || !navigator.userActivation?.hasBeenActive || !('vibrate' in navigator)) return
    navigator.vibrate(ms)
  }
}
