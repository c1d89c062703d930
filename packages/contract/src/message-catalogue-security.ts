import type { MessageCatalogue, SecurityMessageKind } from './message-texts.ts'

/** Texts of messages about sign-ins, the password and passkeys. */
export const securityMessages: Pick<MessageCatalogue, SecurityMessageKind> = {
  new_device: {
    en: ({ device }) => ({
      title: 'Login on a new device',
      text: `Your account was opened on a new device: ${device}. If it was not you, log out everywhere and change your password.`,
    }),
    hi: ({ device }) => ({
      title: 'नए डिवाइस पर लॉग इन',
      text: `आपका खाता एक नए डिवाइस पर खोला गया: ${device}। अगर यह आपने नहीं किया, तो हर जगह से लॉग आउट करें और पासवर्ड बदलें।`,
    }),
    af: ({ device }) => ({
      title: 'Intekening op ’n nuwe toestel',
      text: `Jou rekening is op ’n nuwe toestel oopgemaak: ${device}. As dit nie jy was nie, teken oral uit en verander jou wagwoord.`,
    }),
  },
  password_changed: {
    en: () => ({
      title: 'Password changed',
      text: 'Your password was changed, and other devices were logged out. If it was not you, contact support.',
    }),
    hi: () => ({
      title: 'पासवर्ड बदला गया',
      text: 'आपका पासवर्ड बदला गया और दूसरे डिवाइस लॉग आउट हुए। अगर यह आपने नहीं किया, तो सहायता टीम से संपर्क करें।',
    }),
    af: () => ({
      title: 'Wagwoord verander',
      text: 'Jou wagwoord is verander, en ander toestelle is uitgeteken. As dit nie jy was nie, kontak die hulpspan.',
    }),
  },
  passkey_added: {
    en: ({ name }) => ({
      title: 'Passkey added',
      text: `Your account can be opened with a new passkey: ${name}. If it was not you, remove it under Security and change your password.`,
    }),
    hi: ({ name }) => ({
      title: 'पासकी जोड़ी गई',
      text: `आपका खाता अब एक नई पासकी से खुल सकता है: ${name}। अगर यह आपने नहीं किया, तो सुरक्षा में उसे हटाएँ और पासवर्ड बदलें।`,
    }),
    af: ({ name }) => ({
      title: 'Toegangsleutel bygevoeg',
      text: `Jou rekening kan met ’n nuwe toegangsleutel oopgemaak word: ${name}. As dit nie jy was nie, verwyder dit onder Sekuriteit en verander jou wagwoord.`,
    }),
  },
  passkey_removed: {
    en: ({ name }) => ({
      title: 'Passkey removed',
      text: `Your account can no longer be opened with this passkey: ${name}. If it was not you, change your password.`,
    }),
    hi: ({ name }) => ({
      title: 'पासकी हटाई गई',
      text: `आपका खाता अब इस पासकी से नहीं खुलता: ${name}। अगर यह आपने नहीं किया, तो पासवर्ड बदलें।`,
    }),
    af: ({ name }) => ({
      title: 'Toegangsleutel verwyder',
      text: `Jou rekening kan nie meer met hierdie toegangsleutel oopgemaak word nie: ${name}. As dit nie jy was nie, verander jou wagwoord.`,
    }),
  },
}
