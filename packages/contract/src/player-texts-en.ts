import { formTexts } from './player-texts-forms-en.ts'
import { nameTexts } from './player-texts-names-en.ts'
import { noticeTexts } from './player-texts-notices-en.ts'
import { paymentTexts } from './player-texts-payments-en.ts'
import { refusalTexts } from './player-texts-refusals-en.ts'
import { termTexts } from './player-texts-terms-en.ts'
import type { PlayerTexts } from './player-texts.ts'

/** Texts for players in English. */
export const texts: PlayerTexts = {
  ...noticeTexts,
  ...paymentTexts,
  ...formTexts,
  ...termTexts,
  ...nameTexts,
  ...refusalTexts,
}
