import { renderPlayerText, type PlayerText, type PlayerTexts } from '@dhow/contract/player-texts'
import { money } from './format.ts'
import { languageNow, type Language } from './words/words.tsx'

const catalogues: Record<Language, () => Promise<{ texts: PlayerTexts }>> = {
  en: () => import('@dhow/contract/player-texts-en'),
  hi: () => import('@dhow/contract/player-texts-hi'),
  af: () => import('@dhow/contract/player-texts-af'),
}

/** A text of the server in this page's language; undefined for a code that this page does not know, and where the catalogue cannot be fetched. */
export async function playerText(text: PlayerText): Promise<string | undefined> {
  const catalogue = await catalogues[languageNow()]().catch(() => undefined)
  return catalogue && renderPlayerText(catalogue.texts, text, { money })
}
