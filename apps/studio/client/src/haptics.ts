/** A short buzz of a phone that can; none where the player asked for less motion, or has not touched the page yet. */
export function openHaptics(isStill: boolean): (ms: number) => void {
  return (ms) => {
    if (isStill || !navigator.userActivation?.hasBeenActive || !('vibrate' in navigator)) return
    navigator.vibrate(ms)
  }
}
