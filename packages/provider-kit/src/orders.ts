import type { Rule } from './rules/rule.ts'

/** Every order of one bet's calls, including repeats. */
export const everyOrder: Rule = {
  rule: 14,
  title: 'Bet, win, rollback and their repeats end right in every order',
  async play({ id, bet, win, rollback, balance, check }) {
    let before = await balance()
    // A repeat equals its call, so swapping the two is not another order.
    const orders = new Set(permutations(['b', 'w', 'r', 'b', 'w']).map((order) => order.join(' ')))
    for (const order of [...orders].map((one) => one.split(' '))) {
      const [round, b, w, r] = [id('round'), id('bet'), id('win'), id('back')]
      for (const step of order) {
        if (step === 'b') await bet(b, round)
        else if (step === 'w') await win(w, b, round)
        else await rollback(r, b, round)
      }
      const after = await balance()
      const moved = expected(order)
      check(after - before === moved, `${order.join(' ')}: the balance moved by ${after - before} instead of ${moved}`)
      before = after
    }
  },
}

/** Expected balance change of an order of calls: bet of 1.00, win of 2.50, rollback. */
function expected(order: string[]): bigint {
  let moved = 0n
  let state: 'none' | 'open' | 'settled' | 'rolled back' = 'none'
  let isRemembered = false
  const decided = new Set<string>()
  for (const step of order) {
    if (decided.has(step)) continue
    if (step === 'b' && !isRemembered) {
      moved -= 100n
      state = 'open'
      decided.add('b')
    }
    if (step === 'w' && state === 'open') {
      moved += 250n
      state = 'settled'
      decided.add('w')
    }
    if (step === 'r' && state !== 'settled') {
      if (state === 'open') moved += 100n
      if (state === 'none') isRemembered = true
      else state = 'rolled back'
      decided.add('r')
    }
  }
  return moved
}

function permutations(items: string[]): string[][] {
  if (items.length < 2) return [items]
  return items.flatMap((item, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
  )
}
