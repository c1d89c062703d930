import { formTexts } from './player-texts-forms-af.ts'
import { nameTexts } from './player-texts-names-af.ts'
import { noticeTexts } from './player-texts-notices-af.ts'
import { paymentTexts } from './player-texts-payments-af.ts'
import { refusalTexts } from './player-texts-refusals-af.ts'
import { termTexts } from './player-texts-terms-af.ts'
import type { PlayerTexts } from './player-texts.ts'

/** Texts for players in Afrikaans. */
export const texts: PlayerTexts = {
  ...noticeTexts,
  ...paymentTexts,
  ...formTexts,
  ...termTexts,
  ...nameTexts,
  ...refusalTexts,
}
