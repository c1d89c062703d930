import { quote, type Answer } from '../dialect.ts'
import { isRefusal, type Rule } from './rule.ts'

/** Rules about transactions: each happens once, in an order that its round allows. */
export const transactionRules: Rule[] = [
  {
    rule: 1,
    title: 'The same transaction with the same content answers the same, and moves money once',
    async play({ id, bet, win, balance, check }) {
      const before = await balance()
      const [round, a, b] = [id('round'), id('bet'), id('win')]
      const first = await bet(a, round)
      check(first.word === 'ok', `a bet was refused: ${quote(first)}`)
      check(
        first.balance === before - 100n,
        `after a bet of 1.00 the answer has the balance ${first.balance}; before it was ${before}`,
      )
      const again = await bet(a, round)
      check(
        again.word === 'ok' && again.balance === first.balance,
        `the repeated bet got another answer: ${quote(again)}`,
      )
      const won = await win(b, a, round)
      check(won.word === 'ok' && won.balance === before + 150n, `a win of 2.50 was not paid as such: ${quote(won)}`)
      const wonAgain = await win(b, a, round)
      check(
        wonAgain.word === 'ok' && wonAgain.balance === won.balance,
        `the repeated win got another answer: ${quote(wonAgain)}`,
      )
      check((await bet(a, round)).word === 'ok', 'the bet repeated after its win got another answer')
      const [other, c] = [id('round'), id('bet')]
      const together = await Promise.all([1, 2, 3, 4].map(() => bet(c, other)))
      check(
        together.every(({ word }) => word === 'ok' || word === 'unknown'),
        'the same bet four times at once was refused',
      )
      check((await balance()) === before + 50n, `repeats moved money: ${await balance()} instead of ${before + 50n}`)
    },
  },
  {
    rule: 2,
    title: 'The same transaction with other content is refused',
    async play({ id, bet, win, balance, check, wallet, seat, units }) {
      const { dialect, send } = wallet
      const [round, a, b] = [id('round'), id('bet'), id('win')]
      await bet(a, round)
      await win(b, a, round, 100n)
      const before = await balance()
      const others: [string, Answer][] = [
        ['another amount', await bet(a, round, 200n)],
        ['another round', await bet(a, id('round'))],
        ['a bet’s id for a win', await win(a, a, round)],
        ['another amount of a win', await win(b, a, round, 300n)],
        ['a win’s id for a bet', await bet(b, round)],
      ]
      const currency = seat.currency === 'INR' ? 'NAD' : 'INR'
      others.push([
        'another currency',
        await send(dialect.bet({ seat: { ...seat, currency }, tx: a, round, units: units(100n) })),
      ])
      for (const [what, answer] of others) {
        check(isRefusal(answer), `${what} under a known id: ${quote(answer)}`)
        if (dialect.namesDuplicates && what !== 'another currency')
          check(answer.word === 'duplicate', `${what} was refused, but not as a duplicate: ${quote(answer)}`)
      }
      check((await balance()) === before, 'what was refused moved money')
    },
  },
  {
    rule: 3,
    title: 'Wins and rollbacks are accepted after the session’s end; bets are not',
    async play({ id, bet, win, rollback, balance, check, skip, players, seat }) {
      if (!players.end) return skip('It needs a way to end the player’s session (--end).')
      const [one, two, a, b] = [id('round'), id('round'), id('bet'), id('bet')]
      const before = await balance()
      await bet(a, one)
      await bet(b, two)
      await players.end(seat)
      const late = await bet(id('bet'), id('round'))
      check(isRefusal(late), `a bet after the session’s end: ${quote(late)}`)
      const won = await win(id('win'), a, one)
      check(won.word === 'ok' && won.balance === before + 50n, `a win after the session’s end: ${quote(won)}`)
      const back = await rollback(id('back'), b, two)
      check(back.word === 'ok', `a rollback after the session’s end: ${quote(back)}`)
      const again = await bet(a, one)
      check(again.word === 'ok', `the repeat of a bet that was accepted before the end: ${quote(again)}`)
    },
  },
  {
    rule: 4,
    title: 'A win that names an unknown bet is refused',
    async play({ id, bet, win, balance, check }) {
      const before = await balance()
      const answer = await win(id('win'), id('bet'), id('round'))
      check(isRefusal(answer), `a win of nothing: ${quote(answer)}`)
      const [round, a] = [id('round'), id('bet')]
      await bet(a, round)
      const elsewhere = await win(id('win'), a, id('round'))
      check(isRefusal(elsewhere), `a win in another round than its bet: ${quote(elsewhere)}`)
      check((await balance()) === before - 100n, 'what was refused moved money')
    },
  },
  {
    rule: 5,
    title: 'A rollback of an unknown bet is remembered: the late bet is refused',
    async play({ id, bet, rollback, balance, check }) {
      const before = await balance()
      const [round, a] = [id('round'), id('bet')]
      const back = await rollback(id('back'), a, round)
      check(back.word === 'ok' || back.word === 'bet unknown', `a rollback before its bet: ${quote(back)}`)
      const late = await bet(a, round)
      check(isRefusal(late), `the bet that came after its rollback: ${quote(late)}`)
      check(isRefusal(await bet(a, round)), 'the late bet was accepted at its second try')
      check((await balance()) === before, 'a late bet moved money')
    },
  },
  {
    rule: 6,
    title: 'A second rollback succeeds and moves nothing',
    async play({ id, bet, win, rollback, balance, check }) {
      const before = await balance()
      const [round, a, back] = [id('round'), id('bet'), id('back')]
      await bet(a, round)
      const first = await rollback(back, a, round)
      check(first.word === 'ok', `a rollback: ${quote(first)}`)
      check((await balance()) === before, 'a rollback did not give the stake back')
      const same = await rollback(back, a, round)
      check(same.word === 'ok', `the repeated rollback: ${quote(same)}`)
      const other = await rollback(id('back'), a, round)
      check(other.word === 'ok', `a second rollback of the same bet: ${quote(other)}`)
      check((await balance()) === before, 'a second rollback moved money')
      const won = await win(id('win'), a, round)
      check(isRefusal(won), `a win of a bet that was rolled back: ${quote(won)}`)
      check((await balance()) === before, 'a win of a bet that was rolled back was paid')
    },
  },
  {
    rule: 13,
    title: 'An ended round accepts no further bet; its open bets have lost',
    async play({ id, bet, win, balance, check, skip, wallet, seat, units }) {
      const { dialect, send } = wallet
      if (!dialect.endsRounds) return skip('This protocol does not end rounds.')
      const [round, a] = [id('round'), id('bet')]
      const before = await balance()
      await bet(a, round)
      const end = dialect.end
        ? await send(dialect.end(seat, round))
        : await send(dialect.win({ seat, tx: id('win'), ref: a, round, units: units(0n), ends: true }))
      check(end.word === 'ok', `the end of a round: ${quote(end)}`)
      const late = await bet(id('bet'), round)
      check(isRefusal(late), `a bet in an ended round: ${quote(late)}`)
      check((await balance()) === before - 100n, 'the end of a round moved the player’s money')
      const won = await win(id('win'), a, round, 100n)
      check(won.word === 'ok', `a win that came after the end of its round: ${quote(won)}`)
    },
  },
]
