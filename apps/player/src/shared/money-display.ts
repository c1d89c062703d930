import type { MoneyDisplay } from './format.ts'

const name = 'dhow_money'

/** Remembers in this browser how amounts are written; answers whether that is another way than before. */
export function rememberMoney(display: MoneyDisplay): boolean {
  const before = document.documentElement.dataset['money'] ?? 'symbol'
  document.cookie = `${name}=${display}; path=/; max-age=31536000; samesite=lax`
  return before !== display
}

/** Writes amounts as this browser remembers it, from the first one on. */
export function startMoney() {
  if (document.cookie.includes(`${name}=code`)) document.documentElement.dataset['money'] = 'code'
}
