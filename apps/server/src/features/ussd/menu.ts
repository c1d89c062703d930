import type { UssdTextCode } from '@dhow/contract/ussd-texts'

/** A screen by its expected input; one that runs an action ends its dialogue. */
type Screen =
  /** Number of a line, which leads to a screen. */
  | { kind: 'choice'; text: UssdTextCode; to: readonly string[] }
  /** Number of a line, which stands for a value. */
  | { kind: 'value'; text: UssdTextCode; values: readonly string[]; to: string }
  /** Number of a deposit account. */
  | { kind: 'account'; text: UssdTextCode; to: string }
  /** Free text. */
  | { kind: 'input'; text: UssdTextCode; to: string }
  | { kind: 'end'; run: Action }

export type Action = 'balance' | 'deposits' | 'report' | 'redeem' | 'takeBreak' | 'exclude' | 'nothing'

/** The menu: for a new path add rows, and the texts of its screens. */
export const menu: Readonly<Record<string, Screen>> = {
  main: { kind: 'choice', text: 'main', to: ['balance', 'deposits', 'account', 'voucher', 'break', 'exclude'] },
  balance: { kind: 'end', run: 'balance' },
  deposits: { kind: 'end', run: 'deposits' },

  account: { kind: 'account', text: 'report', to: 'amount' },
  amount: { kind: 'input', text: 'amount', to: 'reference' },
  reference: { kind: 'input', text: 'reference', to: 'report' },
  report: { kind: 'end', run: 'report' },

  voucher: { kind: 'input', text: 'voucher', to: 'redeem' },
  redeem: { kind: 'end', run: 'redeem' },

  break: { kind: 'value', text: 'break', values: ['1', '7', '30'], to: 'confirm_break' },
  confirm_break: { kind: 'choice', text: 'break_confirm', to: ['start_break', 'nothing'] },
  start_break: { kind: 'end', run: 'takeBreak' },

  /** In months; empty means permanent. */
  exclude: { kind: 'value', text: 'exclude', values: ['6', '12', '60', ''], to: 'confirm_exclusion' },
  confirm_exclusion: { kind: 'choice', text: 'exclude_confirm', to: ['start_exclusion', 'nothing'] },
  start_exclusion: { kind: 'end', run: 'exclude' },
  nothing: { kind: 'end', run: 'nothing' },
}

/** True if the first choice leads to the list of accounts. */
export function isAccountsRequest([first]: readonly string[]): boolean {
  const main = menu['main']
  return main?.kind === 'choice' && menu[main.to[Number(first) - 1] ?? '']?.kind === 'account'
}

/** Inputs by screen: the value of the chosen line, or the text. */
export type Answers = Readonly<Record<string, string>>

export type Place =
  | { at: 'screen'; text: UssdTextCode; isAccountList: boolean; answers: Answers }
  | { at: 'end'; run: Action; answers: Answers }
  | { at: 'no_choice' }

/**
 * Follows all input from the first screen on.
 * @param accounts ids of the deposit accounts, in the order of their lines
 */
export function runMenu(typed: readonly string[], accounts: readonly string[]): Place {
  let screen = menu['main']
  let name = 'main'
  const answers: Record<string, string> = {}
  for (const input of typed) {
    if (screen === undefined || screen.kind === 'end') return { at: 'no_choice' }
    const values = screen.kind === 'account' ? accounts : screen.kind === 'value' ? screen.values : []
    const line = /^\d{1,2}$/.test(input) ? Number(input) - 1 : -1
    const value = screen.kind === 'input' ? input.trim() : values[line]
    const to = screen.kind === 'choice' ? screen.to[line] : value === undefined ? undefined : screen.to
    if (to === undefined) return { at: 'no_choice' }
    if (value !== undefined) answers[name] = value
    name = to
    screen = menu[to]
  }
  if (screen === undefined) return { at: 'no_choice' }
  return screen.kind === 'end'
    ? { at: 'end', run: screen.run, answers }
    : { at: 'screen', text: screen.text, isAccountList: screen.kind === 'account', answers }
}
