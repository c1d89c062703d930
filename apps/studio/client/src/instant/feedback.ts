import type { RoundView } from '../../../src/instant/messages.ts'
import { openHaptics } from '../haptics.ts'
import type { SoundSwitch } from '../sound.ts'

const buzzMs = { step: 8, gain: 18, loss: 40 }

/** Sound and vibration of a round. Only a payout above the stake counts as a gain. */
export function openFeedback(sound: Pick<SoundSwitch, 'play'>, isStill: boolean) {
  const buzz = openHaptics(isStill)
  return {
    /** The board starts to move. */
    moves({ state }: RoundView): void {
      if (state === 'open') sound.play('step')
    },
    /** The board has stopped. */
    rests({ state, payout, stake, step }: RoundView): void {
      if (state === 'open') return buzz(buzzMs.step)
      const isGain = payout > stake
      sound.play(isGain ? 'paid' : 'rest')
      if (isGain) buzz(buzzMs.gain)
      // Single-step rounds are too fast to vibrate at each loss.
      else if (step > 0) buzz(buzzMs.loss)
    },
  }
}
