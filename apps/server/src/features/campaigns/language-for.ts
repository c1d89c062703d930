import type { Preferences } from '@dhow/contract/profile'
import { required } from '../../platform/required.ts'
import type { CampaignTexts } from './tables.ts'

/** The text in a player's language, else the English one. */
export const languageFor = (texts: CampaignTexts, language: Preferences['language']) =>
  required(texts[language] ?? texts.en, 'English text of the campaign')
