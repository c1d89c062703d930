import type { RoundView } from '../../../src/instant/messages.ts'
import { openHaptics } from '../haptics.ts'
import type { SoundSwitch } from '../sound.ts'

const buzzMs = { step: 8, gain: 18, loss: 40 }

/** Sound and buzz of a round. Only a payout above the stake feels like a gain. */
export function openFeel(sound: Pick<SoundSwitch, 'play'>, isStill: boolean) {
  const buzz = openHaptics(isStill)
  return {
    /** The board begins to move. */
    moves({ state }: RoundView): void {
      if (state === 'open') sound.play('step')
    },
    /** The board has come to rest. */
    rests({ state, payout, stake, step }: RoundView): void {
      if (state === 'open') return buzz(buzzMs.step)
      const isGain = payout > stake
      sound.play(isGain ? 'paid' : 'rest')
      if (isGain) buzz(buzzMs.gain)
      // Rounds of one step follow each other too fast to buzz for each loss.
      else if (step > 0) buzz(buzzMs.loss)
    },
  }
}
