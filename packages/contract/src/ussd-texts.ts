import type { MessageLanguage } from './message-texts.ts'

type None = Record<never, string>

/**
 * Texts of the USSD menu with their parameters. Amounts have the currency's code, since symbols such as ₹ are not in the GSM alphabet. `lines` are
 * whole lines.
 */
export interface UssdTextParams {
  main: { portal: string }
  balance: { cash: string; bonus: string; held: string }
  deposits: { lines: string }
  no_deposits: None
  report: { lines: string }
  no_reports: None
  amount: { currency: string }
  reference: None
  reported: None
  voucher: None
  redeemed: { amount: string }
  voucher_checked: None
  voucher_refused: None
  break: None
  break_confirm: { days: string }
  break_started: { until: string }
  exclude: None
  exclude_confirm: { months: string }
  excluded: { until: string }
  unchanged: None
  no_account: { portal: string }
  no_access: None
  no_choice: None
  failed: None
  state_processing: None
  state_completed: None
  state_ended: None
}
export type UssdTextCode = keyof UssdTextParams

export type UssdTexts = { readonly [Code in UssdTextCode]: (params: UssdTextParams[Code]) => string }

const en: UssdTexts = {
  main: ({ portal }) =>
    `${portal}\n1 Balance\n2 Last deposits\n3 Report a payment\n4 Voucher\n5 Take a break\n6 Exclude myself`,
  balance: ({ cash, bonus, held }) => `Balance: ${cash}\nBonus: ${bonus}\nOn hold: ${held}`,
  deposits: ({ lines }) => `Last deposits\n${lines}`,
  no_deposits: () => 'No deposits yet.',
  report: ({ lines }) => `Paid to:\n${lines}`,
  no_reports: () => 'No payment can be reported here now. Please use the portal.',
  amount: ({ currency }) => `Amount that you paid, in ${currency}:`,
  reference: () => 'Reference of the payment:',
  reported: () => 'Submitted. You get a message when it is credited.',
  voucher: () => 'Voucher number:',
  redeemed: ({ amount }) => `Credited: ${amount}`,
  voucher_checked: () => 'Your voucher is being checked. You get a message.',
  voucher_refused: () => 'This voucher was not accepted. Check the number.',
  break: () => 'No play and no deposits for:\n1 1 day\n2 7 days\n3 30 days',
  break_confirm: ({ days }) =>
    `A break of ${days === '1' ? '1 day' : `${days} days`} cannot be ended early. Withdrawals stay open.\n1 Start it\n2 Cancel`,
  break_started: ({ until }) => `Your break has started. It ends on ${until}.`,
  exclude: () => 'No play and no deposits for:\n1 6 months\n2 1 year\n3 5 years\n4 Permanently',
  exclude_confirm: ({ months }) =>
    `${months === '' ? 'Permanent exclusion' : `Exclusion for ${months} months`} cannot be ended early. Withdrawals stay open.\n1 Exclude me\n2 Cancel`,
  excluded: ({ until }) => (until === '' ? 'You are excluded permanently.' : `You are excluded until ${until}.`),
  unchanged: () => 'Nothing was changed.',
  no_account: ({ portal }) => `This number has no account at ${portal}.`,
  no_access: () => 'This account is not active. Please call the support team.',
  no_choice: () => 'That is not a choice. Please dial again.',
  failed: () => 'This did not work. Please dial again.',
  state_processing: () => 'in progress',
  state_completed: () => 'credited',
  state_ended: () => 'not completed',
}

const af: UssdTexts = {
  main: ({ portal }) =>
    `${portal}\n1 Saldo\n2 Laaste deposito's\n3 Meld 'n betaling aan\n4 Koopbewys\n5 Neem 'n blaaskans\n6 Sluit my uit`,
  balance: ({ cash, bonus, held }) => `Saldo: ${cash}\nBonus: ${bonus}\nTeruggehou: ${held}`,
  deposits: ({ lines }) => `Laaste deposito's\n${lines}`,
  no_deposits: () => `Nog geen deposito's nie.`,
  report: ({ lines }) => `Betaal aan:\n${lines}`,
  no_reports: () => 'Geen betaling kan nou hier aangemeld word nie. Gebruik asseblief die portaal.',
  amount: ({ currency }) => `Bedrag wat jy betaal het, in ${currency}:`,
  reference: () => 'Verwysing van die betaling:',
  reported: () => `Ingedien. Jy kry 'n boodskap wanneer dit bygevoeg is.`,
  voucher: () => 'Koopbewysnommer:',
  redeemed: ({ amount }) => `By jou saldo gevoeg: ${amount}`,
  voucher_checked: () => `Jou koopbewys word nagegaan. Jy kry 'n boodskap.`,
  voucher_refused: () => 'Hierdie koopbewys is nie aanvaar nie. Gaan die nommer na.',
  break: () => `Geen spel en geen deposito's vir:\n1 1 dag\n2 7 dae\n3 30 dae`,
  break_confirm: ({ days }) =>
    `'n Blaaskans van ${days === '1' ? '1 dag' : `${days} dae`} kan nie vroeg eindig nie. Onttrekkings bly oop.\n1 Begin dit\n2 Kanselleer`,
  break_started: ({ until }) => `Jou blaaskans het begin. Dit eindig op ${until}.`,
  exclude: () => `Geen spel en geen deposito's vir:\n1 6 maande\n2 1 jaar\n3 5 jaar\n4 Permanent`,
  exclude_confirm: ({ months }) =>
    `${months === '' ? 'Permanente uitsluiting' : `Uitsluiting vir ${months} maande`} kan nie vroeg eindig nie. Onttrekkings bly oop.\n1 Sluit my uit\n2 Kanselleer`,
  excluded: ({ until }) => (until === '' ? 'Jy is permanent uitgesluit.' : `Jy is uitgesluit tot ${until}.`),
  unchanged: () => 'Niks is verander nie.',
  no_account: ({ portal }) => `Hierdie nommer het geen rekening by ${portal} nie.`,
  no_access: () => 'Hierdie rekening is nie aktief nie. Bel asseblief die hulpspan.',
  no_choice: () => 'Dit is nie een van die keuses nie. Skakel asseblief weer.',
  failed: () => 'Dit het nie gewerk nie. Skakel asseblief weer.',
  state_processing: () => 'aan die gang',
  state_completed: () => 'bygevoeg',
  state_ended: () => 'nie voltooi nie',
}

/** Short, since only 91 characters fit outside the GSM alphabet. */
const hi: UssdTexts = {
  main: ({ portal }) => `${portal}\n1 बैलेंस\n2 पिछले जमा\n3 भुगतान बताएँ\n4 वाउचर\n5 ब्रेक\n6 मुझे रोकें`,
  balance: ({ cash, bonus, held }) => `बैलेंस: ${cash}\nबोनस: ${bonus}\nरोकी राशि: ${held}`,
  deposits: ({ lines }) => lines,
  no_deposits: () => 'अभी कोई जमा नहीं।',
  report: ({ lines }) => `किसे दिया:\n${lines}`,
  no_reports: () => 'अभी यहाँ भुगतान नहीं बता सकते। पोर्टल पर जाएँ।',
  amount: ({ currency }) => `दी गई राशि (${currency}):`,
  reference: () => 'भुगतान का संदर्भ:',
  reported: () => 'दर्ज हुआ। राशि जुड़ने पर संदेश मिलेगा।',
  voucher: () => 'वाउचर नंबर:',
  redeemed: ({ amount }) => `बैलेंस में जुड़े: ${amount}`,
  voucher_checked: () => 'वाउचर की जाँच हो रही है। संदेश मिलेगा।',
  voucher_refused: () => 'वाउचर स्वीकार नहीं हुआ। नंबर जाँचें।',
  break: () => 'न खेल, न जमा:\n1 1 दिन\n2 7 दिन\n3 30 दिन',
  break_confirm: ({ days }) => `${days} दिन का ब्रेक। जल्दी खत्म नहीं होगा।\n1 शुरू करें\n2 रद्द`,
  break_started: ({ until }) => `ब्रेक शुरू हुआ। ${until} को खत्म होगा।`,
  exclude: () => 'न खेल, न जमा:\n1 6 महीने\n2 1 साल\n3 5 साल\n4 हमेशा',
  exclude_confirm: ({ months }) =>
    `${months === '' ? 'हमेशा' : `${months} महीने`} की रोक। जल्दी खत्म नहीं होगी।\n1 मुझे रोकें\n2 रद्द`,
  excluded: ({ until }) => (until === '' ? 'रोक लग गई, हमेशा के लिए।' : `रोक लग गई, ${until} तक।`),
  unchanged: () => 'कुछ नहीं बदला।',
  no_account: ({ portal }) => `इस नंबर का ${portal} पर खाता नहीं।`,
  no_access: () => 'यह खाता सक्रिय नहीं। सहायता टीम को फ़ोन करें।',
  no_choice: () => 'यह विकल्प नहीं है। फिर डायल करें।',
  failed: () => 'काम नहीं हुआ। फिर डायल करें।',
  state_processing: () => 'जारी',
  state_completed: () => 'जुड़ा',
  state_ended: () => 'पूरा नहीं',
}

export const ussdTexts: Record<MessageLanguage, UssdTexts> = { en, hi, af }
