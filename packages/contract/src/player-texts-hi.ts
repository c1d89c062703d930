import { formTexts } from './player-texts-forms-hi.ts'
import { nameTexts } from './player-texts-names-hi.ts'
import { noticeTexts } from './player-texts-notices-hi.ts'
import { paymentTexts } from './player-texts-payments-hi.ts'
import { refusalTexts } from './player-texts-refusals-hi.ts'
import { termTexts } from './player-texts-terms-hi.ts'
import type { PlayerTexts } from './player-texts.ts'

/** Texts for players in Hindi. */
export const texts: PlayerTexts = {
  ...noticeTexts,
  ...paymentTexts,
  ...formTexts,
  ...termTexts,
  ...nameTexts,
  ...refusalTexts,
}
