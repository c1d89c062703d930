import type { EmailMessageKind, MessageCatalogue } from './message-texts.ts'

/** Texts of messages about the player's e-mail address, which is masked in them. */
export const emailMessages: Pick<MessageCatalogue, EmailMessageKind> = {
  email_added: {
    en: ({ address }) => ({
      title: 'E-mail address added',
      text: `${address} is confirmed. Choose under “How we reach you” whether messages come by e-mail. If it was not you, log out everywhere and change your password.`,
    }),
    hi: ({ address }) => ({
      title: 'ईमेल पता जोड़ा गया',
      text: `${address} की पुष्टि हो गई। “हम आप तक कैसे पहुँचें” में चुनें कि संदेश ईमेल से आएँ या नहीं। अगर यह आपने नहीं किया, तो हर जगह से लॉग आउट करें और पासवर्ड बदलें।`,
    }),
    af: ({ address }) => ({
      title: 'E-posadres bygevoeg',
      text: `${address} is bevestig. Kies onder “Hoe ons jou bereik” of boodskappe per e-pos kom. As dit nie jy was nie, teken oral uit en verander jou wagwoord.`,
    }),
  },
  email_changed: {
    en: ({ address, before }) => ({
      title: 'E-mail address changed',
      text: `E-mails now go to ${address}, no longer to ${before}. If it was not you, log out everywhere and change your password.`,
    }),
    hi: ({ address, before }) => ({
      title: 'ईमेल पता बदला गया',
      text: `ईमेल अब ${address} पर जाते हैं, ${before} पर नहीं। अगर यह आपने नहीं किया, तो हर जगह से लॉग आउट करें और पासवर्ड बदलें।`,
    }),
    af: ({ address, before }) => ({
      title: 'E-posadres verander',
      text: `E-pos gaan nou na ${address}, nie meer na ${before} nie. As dit nie jy was nie, teken oral uit en verander jou wagwoord.`,
    }),
  },
  email_removed: {
    en: ({ address }) => ({
      title: 'E-mail address removed',
      text: `We send no more e-mails to ${address}. If it was not you, log out everywhere and change your password.`,
    }),
    hi: ({ address }) => ({
      title: 'ईमेल पता हटाया गया',
      text: `अब हम ${address} पर ईमेल नहीं भेजते। अगर यह आपने नहीं किया, तो हर जगह से लॉग आउट करें और पासवर्ड बदलें।`,
    }),
    af: ({ address }) => ({
      title: 'E-posadres verwyder',
      text: `Ons stuur nie meer e-pos na ${address} nie. As dit nie jy was nie, teken oral uit en verander jou wagwoord.`,
    }),
  },
  email_bounced: {
    en: ({ address }) => ({
      title: 'E-mails to you are returned',
      text: `The mailbox ${address} does not exist any more, so we stopped sending e-mails to it. Your inbox in the portal has every message. Add an address again under “How we reach you”.`,
    }),
    hi: ({ address }) => ({
      title: 'आपके ईमेल वापस आ रहे हैं',
      text: `मेलबॉक्स ${address} अब नहीं है, इसलिए हमने उस पर ईमेल भेजना बंद कर दिया। हर संदेश पोर्टल में आपके इनबॉक्स में है। “हम आप तक कैसे पहुँचें” में फिर से पता जोड़ें।`,
    }),
    af: ({ address }) => ({
      title: 'E-pos aan jou word teruggestuur',
      text: `Die posbus ${address} bestaan nie meer nie, daarom het ons opgehou om e-pos daarheen te stuur. Jou inboks in die portaal het elke boodskap. Voeg weer ’n adres by onder “Hoe ons jou bereik”.`,
    }),
  },
}
