import { familyRows } from '@dhow/contract/deposit-families'
import { paths } from '../app/paths.ts'
import type { Language } from './words/words.tsx'

/** First page without scripts. Only the server renders these, so links to them reload. */
export const lightPages = '/light'

/** Light page by screen; screens without one link to the first. */
const pages: Readonly<Record<string, string>> = {
  [paths.login]: '/login',
  [paths.register]: '/register',
  [paths.forgotPassword]: '/forgot',
  [paths.paymentMethod]: '/cashier',
  [paths.deposit]: '/cashier',
  [paths.depositStatic]: '/cashier',
  [paths.voucher]: '/voucher',
  [paths.depositHistory]: '/deposits',
  [paths.depositHistoryOld]: '/deposits',
  [paths.withdrawHistory]: '/withdrawals',
  [paths.gameHistory]: '/rounds',
  [paths.withdraw]: '/withdraw',
  [paths.withdrawNamibia]: '/withdraw',
  [paths.withdrawIndia]: '/withdraw',
  [paths.addBank]: '/accounts',
  [paths.accountDashboard]: '/limits',
  [paths.closeAccount]: '/close',
  [paths.tournaments]: '/tournaments',
  [paths.bonus]: '/free-rounds',
  [paths.responsible]: '/safe',
  [paths.whereIsMyMoney]: '/help',
  ...Object.fromEntries(familyRows.map(({ formPath }) => [formPath, '/cashier'])),
}
export const lightPageOf = (path: string): string => lightPages + (pages[path] ?? '')

/** Rendered by the server only, for browsers without scripts; in no script. */
export const noScript: Record<Language, { text: string; link: string }> = {
  en: { text: 'JavaScript is off.', link: 'Open the light pages: deposit, withdraw, limits and help' },
  hi: { text: 'JavaScript बंद है।', link: 'हल्के पेज खोलें: जमा, निकासी, सीमाएँ और सहायता' },
  af: { text: 'JavaScript is af.', link: 'Maak die ligte bladsye oop: deponeer, onttrek, perke en hulp' },
}
