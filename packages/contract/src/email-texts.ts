import type { MessageLanguage } from './message-texts.ts'

/** E-mails outside the inbox, to an address to be confirmed, changed or removed; `other` is masked. */
export interface EmailTextParams {
  code: { code: string; portal: string; minutes: string }
  /** Sent instead of a code if another player has the address. */
  taken: { portal: string }
  changed: { portal: string; other: string }
  removed: { portal: string }
}
export type EmailLetter = keyof EmailTextParams

interface Letter {
  subject: string
  text: string
}
type LetterTexts = { readonly [Kind in EmailLetter]: (params: EmailTextParams[Kind]) => Letter }

/** Texts around a message: replacement for sums, and the footer. */
interface FrameTexts {
  openIt: string
  toMessage: string
  /** Only if the player has confirmed the address. */
  given: (portal: string) => string
  never: string
  /** Before the link to the page of channels; `stopOffers`: before the link that stops offers. */
  channels: string
  stopOffers: string
}

export const emailFrames: Record<MessageLanguage, FrameTexts> = {
  en: {
    openIt: 'Open the portal to read it.',
    toMessage: 'Read it in the portal:',
    given: (portal) => `You gave this address to ${portal}.`,
    never: 'We never ask for a password or a code by e-mail.',
    channels: 'How we reach you:',
    stopOffers: 'Stop offers:',
  },
  hi: {
    openIt: 'पढ़ने के लिए पोर्टल खोलें।',
    toMessage: 'पोर्टल में पढ़ें:',
    given: (portal) => `आपने यह पता ${portal} को दिया है।`,
    never: 'हम ईमेल से कभी पासवर्ड या कोड नहीं माँगते।',
    channels: 'हम आप तक कैसे पहुँचें:',
    stopOffers: 'ऑफ़र बंद करें:',
  },
  af: {
    openIt: 'Maak die portaal oop om dit te lees.',
    toMessage: 'Lees dit in die portaal:',
    given: (portal) => `Jy het hierdie adres vir ${portal} gegee.`,
    never: 'Ons vra nooit per e-pos vir ’n wagwoord of ’n kode nie.',
    channels: 'Hoe ons jou bereik:',
    stopOffers: 'Stop aanbiedinge:',
  },
}

const emailLetters: Record<MessageLanguage, LetterTexts> = {
  en: {
    code: ({ code, portal, minutes }) => ({
      subject: `${code} is your ${portal} code`,
      text: `${code} is your ${portal} code to confirm this e-mail address. It is valid for ${minutes} minutes. Do not share it with anybody. If you did not ask for it, you do not have to do anything.`,
    }),
    taken: ({ portal }) => ({
      subject: `Your address at ${portal}`,
      text: `Somebody tried to add this e-mail address to another ${portal} account. It stays with yours. You do not have to do anything.`,
    }),
    changed: ({ portal, other }) => ({
      subject: `Your e-mail address at ${portal} was changed`,
      text: `E-mails of your ${portal} account now go to ${other}. If it was not you, log in, log out everywhere and change your password.`,
    }),
    removed: ({ portal }) => ({
      subject: `Your e-mail address at ${portal} was removed`,
      text: `We send no more e-mails of your ${portal} account to this address. If it was not you, log in, log out everywhere and change your password.`,
    }),
  },
  hi: {
    code: ({ code, portal, minutes }) => ({
      subject: `${code} आपका ${portal} कोड है`,
      text: `${code} इस ईमेल पते की पुष्टि के लिए आपका ${portal} कोड है। यह ${minutes} मिनट तक मान्य है। इसे किसी को न बताएँ। अगर आपने इसे नहीं माँगा, तो कुछ न करें।`,
    }),
    taken: ({ portal }) => ({
      subject: `${portal} पर आपका पता`,
      text: `किसी ने यह ईमेल पता दूसरे ${portal} खाते में जोड़ने की कोशिश की। यह आपके ही खाते में रहेगा। आपको कुछ नहीं करना है।`,
    }),
    changed: ({ portal, other }) => ({
      subject: `${portal} पर आपका ईमेल पता बदला गया`,
      text: `आपके ${portal} खाते के ईमेल अब ${other} पर जाते हैं। अगर यह आपने नहीं किया, तो लॉग इन करें, हर जगह से लॉग आउट करें और पासवर्ड बदलें।`,
    }),
    removed: ({ portal }) => ({
      subject: `${portal} पर आपका ईमेल पता हटाया गया`,
      text: `अब हम आपके ${portal} खाते के ईमेल इस पते पर नहीं भेजते। अगर यह आपने नहीं किया, तो लॉग इन करें, हर जगह से लॉग आउट करें और पासवर्ड बदलें।`,
    }),
  },
  af: {
    code: ({ code, portal, minutes }) => ({
      subject: `${code} is jou ${portal}-kode`,
      text: `${code} is jou ${portal}-kode om hierdie e-posadres te bevestig. Dit geld ${minutes} minute. Moet dit met niemand deel nie. As jy dit nie gevra het nie, hoef jy niks te doen nie.`,
    }),
    taken: ({ portal }) => ({
      subject: `Jou adres by ${portal}`,
      text: `Iemand het probeer om hierdie e-posadres by ’n ander ${portal}-rekening te voeg. Dit bly by joune. Jy hoef niks te doen nie.`,
    }),
    changed: ({ portal, other }) => ({
      subject: `Jou e-posadres by ${portal} is verander`,
      text: `E-pos van jou ${portal}-rekening gaan nou na ${other}. As dit nie jy was nie, teken in, teken oral uit en verander jou wagwoord.`,
    }),
    removed: ({ portal }) => ({
      subject: `Jou e-posadres by ${portal} is verwyder`,
      text: `Ons stuur nie meer e-pos van jou ${portal}-rekening na hierdie adres nie. As dit nie jy was nie, teken in, teken oral uit en verander jou wagwoord.`,
    }),
  },
}

/** One of the letters in a language. */
export const renderLetter = <Kind extends EmailLetter>(
  kind: Kind,
  params: EmailTextParams[Kind],
  language: MessageLanguage,
): Letter => emailLetters[language][kind](params)
