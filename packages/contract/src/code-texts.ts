import type { OtpType } from './accounts.ts'
import type { MessageLanguage } from './message-texts.ts'
import { formatMoneyText, type Currency } from './money.ts'

type Named = { portal: string }
type Code = Named & { code: string }
/** A payout account: its kind, and the last digits of its number. */
type Account = { to: 'bank' | 'upi' | 'wallet'; digits: string }
type Payout = Account & { amount: string; currency: Currency }

/** Parameters of the text messages with one-time codes, and of messages sent instead. */
export type CodeTextParams = Record<OtpType, Code> & {
  withdraw_to: Code & Payout
  payout_account_to: Code & Account
  account_exists: Named & { address: string }
  account_missing: Named
}

type CodeTexts = {
  readonly [Kind in keyof CodeTextParams]: (params: CodeTextParams[Kind], language: MessageLanguage) => string
}

/** English and Afrikaans use only the GSM alphabet, so they write rupees as `Rs`. */
const money = ({ amount, currency }: Payout, language: MessageLanguage) => {
  const text = formatMoneyText(amount, currency)
  return language === 'hi' ? text : text.replace('₹', 'Rs ')
}

const english = (purpose: string) => (params: Code) =>
  `${params.code} is your ${params.portal} code to ${purpose}. It is valid for 5 minutes. Do not share it with anybody.`
const hindi = (purpose: string) => (params: Code) =>
  `${params.code} ${params.portal} में ${purpose} का कोड है। 5 मिनट मान्य। किसी को न बताएँ।`
const afrikaans = (purpose: string) => (params: Code) =>
  `${params.code} is jou ${params.portal}-kode om ${purpose}. Dit geld 5 minute. Moet dit met niemand deel nie.`

/** Text messages of one-time codes in every language; each names the purpose of the code. */
export const codeTexts: Record<MessageLanguage, CodeTexts> = {
  en: {
    register: english('register'),
    login: english('log in'),
    forgot_password: english('set a new password'),
    change_mobile: english('change your number'),
    withdraw: english('withdraw money'),
    payout_account: english('add a payout account'),
    close_account: english('close your account'),
    withdraw_to: (params, language) =>
      english(`withdraw ${money(params, language)} to ${params.to === 'upi' ? 'UPI' : params.to} **${params.digits}`)(
        params,
      ),
    payout_account_to: (params) =>
      english(`add the payout account ${params.to === 'upi' ? 'UPI' : params.to} **${params.digits}`)(params),
    account_exists: ({ portal, address }) =>
      `Somebody tried to open a ${portal} account with your number, which has one already. Log in, or set a new password, at ${address}`,
    account_missing: ({ portal }) =>
      `Somebody asked for a new ${portal} password for your number, which has no account.`,
  },
  hi: {
    register: hindi('साइन अप करने'),
    login: hindi('लॉग इन करने'),
    forgot_password: hindi('नया पासवर्ड बनाने'),
    change_mobile: hindi('नंबर बदलने'),
    withdraw: hindi('पैसे निकालने'),
    payout_account: hindi('खाता जोड़ने'),
    close_account: hindi('अपना खाता बंद करने'),
    withdraw_to: (params, language) => {
      const to = { bank: 'बैंक खाते', upi: 'UPI', wallet: 'वॉलेट' }[params.to]
      return hindi(`${money(params, language)} ${to} **${params.digits} में निकालने`)(params)
    },
    payout_account_to: (params) =>
      hindi(`${{ bank: 'बैंक खाता', upi: 'UPI', wallet: 'वॉलेट' }[params.to]} **${params.digits} जोड़ने`)(params),
    account_exists: ({ portal, address }) =>
      `किसी ने आपके नंबर से ${portal} खाता खोलना चाहा, जिस पर खाता पहले से है। लॉग इन करें या नया पासवर्ड बनाएँ: ${address}`,
    account_missing: ({ portal }) => `किसी ने आपके नंबर के लिए नया ${portal} पासवर्ड माँगा, पर इस नंबर का कोई खाता नहीं है।`,
  },
  af: {
    register: afrikaans('te registreer'),
    login: afrikaans('in te teken'),
    forgot_password: afrikaans("'n nuwe wagwoord te stel"),
    change_mobile: afrikaans('jou nommer te verander'),
    withdraw: afrikaans('geld te onttrek'),
    payout_account: afrikaans("'n uitbetaalrekening by te voeg"),
    close_account: afrikaans('jou rekening te sluit'),
    withdraw_to: (params, language) => {
      const to = { bank: 'bankrekening', upi: 'UPI', wallet: 'beursie' }[params.to]
      return afrikaans(`${money(params, language)} na ${to} **${params.digits} te onttrek`)(params)
    },
    payout_account_to: (params) =>
      afrikaans(
        `die ${{ bank: 'bankrekening', upi: 'UPI-rekening', wallet: 'beursie' }[params.to]} **${params.digits} by te voeg`,
      )(params),
    account_exists: ({ portal, address }) =>
      `Iemand het probeer om 'n ${portal}-rekening met jou nommer oop te maak, wat reeds een het. Teken in of stel 'n nuwe wagwoord by ${address}`,
    account_missing: ({ portal }) =>
      `Iemand het 'n nuwe ${portal}-wagwoord vir jou nommer gevra, maar dit het nie 'n rekening nie.`,
  },
}

/** A text to send: kind and parameters, except those that the sender adds. */
export type CodeText = {
  [Kind in keyof CodeTextParams]: { kind: Kind; params: Omit<CodeTextParams[Kind], keyof Code> }
}[keyof CodeTextParams]

/** @param given the code and the portal's name */
export function renderCodeText({ kind, params }: CodeText, given: Code, language: MessageLanguage): string {
  // TypeScript cannot check a kind chosen at run time.
  return codeTexts[language][kind]({ ...params, ...given } as never, language)
}
