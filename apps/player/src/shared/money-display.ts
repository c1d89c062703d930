import type { MoneyDisplay } from './format.ts'

const name = 'dhow_money'

/** Stores the display of amounts in this browser. Returns whether it changed. */
export function storeMoneyDisplay(display: MoneyDisplay): boolean {
  const before = document.documentElement.dataset['money'] ?? 'symbol'
  document.cookie = `${name}=${display}; path=/; max-age=31536000; samesite=lax`
  return before !== display
}

/** Applies the stored display of amounts before the first render. */
export function applyMoneyDisplay() {
  if (document.cookie.includes(`${name}=code`)) document.documentElement.dataset['money'] = 'code'
}
