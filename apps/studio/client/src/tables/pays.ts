/** Payout of each field as shown, the same in every language. */
const multipliers: Record<string, Record<string, string>> = {
  dragontiger: { dragon: '2', tiger: '2', tie: '13', suited: '57' },
  andarbahar: {
    andar: '1.9',
    bahar: '2',
    '1-5': '3.55',
    '6-10': '4.45',
    '11-15': '5.7',
    '16-25': '4.42',
    '26-35': '9.85',
    '36-49': '35.8',
  },
  baccarat: { player: '2', banker: '1.95', tie: '10', player_pair: '13', banker_pair: '13' },
  teenpatti: { a: '1.96', b: '1.96', a_pair: '2–41', b_pair: '2–41' },
  roulette: {
    red: '2',
    black: '2',
    even: '2',
    odd: '2',
    low: '2',
    high: '2',
    dozen1: '3',
    dozen2: '3',
    dozen3: '3',
    column1: '3',
    column2: '3',
    column3: '3',
  },
}
const singleNumber = '36'
const severalNumbers: Record<string, string> = { split: '18', street: '12', corner: '9', line: '6' }

/** Payout of a field. Those on several numbers go by kind: `split_1_2`, or `split` for all. */
export const paysOf = (slug: string, field: string): string =>
  `${multipliers[slug]?.[field] ?? severalNumbers[field.split('_')[0] ?? ''] ?? singleNumber}×`
