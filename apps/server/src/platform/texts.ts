import type { MessageLanguage } from '@dhow/contract/message-texts'
import { formatLimit, formatMoneyText } from '@dhow/contract/money'
import { renderOperatorText } from '@dhow/contract/operator-texts'
import {
  renderPlayerText,
  textOf,
  type PlayerText,
  type PlayerTexts,
  type TextWriter,
} from '@dhow/contract/player-texts'
import { texts as af } from '@dhow/contract/player-texts-af'
import { texts as en } from '@dhow/contract/player-texts-en'
import { texts as hi } from '@dhow/contract/player-texts-hi'
import type { ColumnType, Generated } from 'kysely'

/** Columns of a text for a player. */
export interface TextColumns {
  code: string
  params: ColumnType<Record<string, string>, string, string>
  /** Written by servers of version 0.1.0 during a rolling restart; otherwise empty. */
  text: Generated<string>
}

/** A text as its columns. */
export const textColumns = ({ code, params }: PlayerText) => ({ code, params: JSON.stringify(params) })

/** A step of a payment's timeline, as the API returns it. */
export const stepReply = ({
  at,
  state,
  code,
  params,
  text,
}: {
  at: Date
  state: string
  code: string
  params: Record<string, string>
  text: string
}) => ({ at: at.toISOString(), state, text: text === '' ? { code, params } : textOf('text', { text }) })

/** The catalogues of all languages. */
export const playerTexts: Record<MessageLanguage, PlayerTexts> = { en, hi, af }

/** Sentence of a text in a catalogue; its code if the catalogue lacks it. */
export const sentenceOf = (text: PlayerText, texts: PlayerTexts): string =>
  renderPlayerText(texts, text, writer) ?? text.code

/** English sentence of a text for a player or an operator, for replies that the specification wants as a sentence. */
export const inEnglish = (text: PlayerText): string =>
  renderPlayerText(en, text, writer) ?? renderOperatorText(text, writer) ?? text.code

const writer: TextWriter = { money: formatMoneyText, limit: formatLimit }
