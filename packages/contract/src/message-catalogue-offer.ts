import type { MessageCatalogue } from './message-texts.ts'

/** Typed apostrophes and quotes as the GSM alphabet has them: with others a text message costs twice as much. */
const plain = (text: string) => text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"')

/** Advertising, in the operator's own texts. */
export const offerMessages: Pick<MessageCatalogue, 'offer'> = {
  offer: {
    en: ({ title_en, text_en }) => ({ title: title_en, text: text_en, sms: plain(text_en) }),
    hi: ({ title_hi, text_hi }) => ({ title: title_hi, text: text_hi, sms: text_hi }),
    af: ({ title_af, text_af }) => ({ title: title_af, text: text_af, sms: plain(text_af) }),
  },
}
