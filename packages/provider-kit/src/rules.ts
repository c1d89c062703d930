import type { Play } from './conformance.ts'
import { said, write, type Answer, type Message } from './dialect.ts'
import { everyOrder } from './orders.ts'

export interface Rule {
  rule: number
  title: string
  play(play: Play): Promise<void>
}

const isRefusal = ({ word }: Answer) => word !== 'ok' && word !== 'unknown'
/** Outside of every window that a protocol allows. */
const farMs = 3_600_000
const answersWithinMs = 300
const timedCalls = 40

/** The twelve rules of a seamless wallet, as any provider would see them, and the orders in which calls may come. */
export const rules: Rule[] = [
  {
    rule: 1,
    title: 'The same transaction with the same content answers the same, and moves money once',
    async play({ id, bet, win, balance, check }) {
      const before = await balance()
      const [round, a, b] = [id('round'), id('bet'), id('win')]
      const first = await bet(a, round)
      check(first.word === 'ok', `a bet was refused: ${said(first)}`)
      check(
        first.balance === before - 100n,
        `after a bet of 1.00 the answer carries the balance ${first.balance} of ${before}`,
      )
      const again = await bet(a, round)
      check(
        again.word === 'ok' && again.balance === first.balance,
        `the repeated bet was answered otherwise: ${said(again)}`,
      )
      const won = await win(b, a, round)
      check(won.word === 'ok' && won.balance === before + 150n, `a win of 2.50 was not paid as such: ${said(won)}`)
      const wonAgain = await win(b, a, round)
      check(
        wonAgain.word === 'ok' && wonAgain.balance === won.balance,
        `the repeated win was answered otherwise: ${said(wonAgain)}`,
      )
      check((await bet(a, round)).word === 'ok', 'the bet repeated after its win was answered otherwise')
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
        check(isRefusal(answer), `${what} under a known id: ${said(answer)}`)
        if (dialect.namesDuplicates && what !== 'another currency')
          check(answer.word === 'duplicate', `${what} was refused, but not as a duplicate: ${said(answer)}`)
      }
      check((await balance()) === before, 'what was refused moved money')
    },
  },
  {
    rule: 3,
    title: 'Wins and rollbacks are taken after the session’s end; bets are not',
    async play({ id, bet, win, rollback, balance, check, leaveOut, players, seat }) {
      if (!players.end) return leaveOut('It needs a way to end the player’s session (--end).')
      const [one, two, a, b] = [id('round'), id('round'), id('bet'), id('bet')]
      const before = await balance()
      await bet(a, one)
      await bet(b, two)
      await players.end(seat)
      const late = await bet(id('bet'), id('round'))
      check(isRefusal(late), `a bet after the session’s end: ${said(late)}`)
      const won = await win(id('win'), a, one)
      check(won.word === 'ok' && won.balance === before + 50n, `a win after the session’s end: ${said(won)}`)
      const back = await rollback(id('back'), b, two)
      check(back.word === 'ok', `a rollback after the session’s end: ${said(back)}`)
      const again = await bet(a, one)
      check(again.word === 'ok', `the repeat of a bet that was taken before the end: ${said(again)}`)
    },
  },
  {
    rule: 4,
    title: 'A win that names an unknown bet is refused',
    async play({ id, bet, win, balance, check }) {
      const before = await balance()
      const answer = await win(id('win'), id('bet'), id('round'))
      check(isRefusal(answer), `a win of nothing: ${said(answer)}`)
      const [round, a] = [id('round'), id('bet')]
      await bet(a, round)
      const elsewhere = await win(id('win'), a, id('round'))
      check(isRefusal(elsewhere), `a win in another round than its bet: ${said(elsewhere)}`)
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
      check(back.word === 'ok' || back.word === 'bet unknown', `a rollback before its bet: ${said(back)}`)
      const late = await bet(a, round)
      check(isRefusal(late), `the bet that came after its rollback: ${said(late)}`)
      check(isRefusal(await bet(a, round)), 'the late bet was taken at its second try')
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
      check(first.word === 'ok', `a rollback: ${said(first)}`)
      check((await balance()) === before, 'a rollback did not give the stake back')
      const same = await rollback(back, a, round)
      check(same.word === 'ok', `the repeated rollback: ${said(same)}`)
      const other = await rollback(id('back'), a, round)
      check(other.word === 'ok', `a second rollback of the same bet: ${said(other)}`)
      check((await balance()) === before, 'a second rollback moved money')
      const won = await win(id('win'), a, round)
      check(isRefusal(won), `a win of a bet that was rolled back: ${said(won)}`)
      check((await balance()) === before, 'a win of a bet that was rolled back was paid')
    },
  },
  {
    rule: 7,
    title: 'A decided refusal is never a 5xx, whatever is sent',
    async play({ id, balance, check, wallet, seat, units }) {
      const { dialect, send } = wallet
      const before = await balance()
      const good = dialect.bet({ seat, tx: id('bet'), round: id('round'), units: units(100n) })
      const texts = ['', 'null', '[]', '{', '"x"', '0', '{}', '{"session":1}', write(good.body).slice(0, -1)]
      const odd = [-1, 1.5, '"100"', 'null', '[100]', '{}', '1e300', '9007199254740993', '0', 'true', '-0.0', '1e-7']
      for (const text of texts) await refused(good, text)
      for (const units of odd)
        await refused(good, write(dialect.bet({ seat, tx: id('bet'), round: id('round'), units: String(units) }).body))
      for (const tx of ['', 'x'.repeat(300), '\u0000', '\ud800'])
        await refused(good, write(dialect.bet({ seat, tx, round: id('round'), units: units(100n) }).body))
      for (const game of ['', 'no-such-game-at-all'])
        await refused(
          good,
          write(dialect.bet({ seat: { ...seat, game }, tx: id('bet'), round: id('round'), units: units(100n) }).body),
        )
      check((await balance()) === before, 'what was refused moved money')

      async function refused(message: Message, text: string) {
        const answer = await send(message, { text })
        check(answer.status < 500 && answer.word !== 'ok', `${text.slice(0, 80) || 'an empty body'}: ${said(answer)}`)
      }
    },
  },
  {
    rule: 8,
    title: 'Insufficient funds carries the true balance',
    async play({ id, bet, balance, check }) {
      const before = await balance()
      const answer = await bet(id('bet'), id('round'), before + 1n)
      check(answer.word === 'funds', `a bet of more than there is: ${said(answer)}`)
      check(answer.balance === before, `it carries the balance ${answer.balance}, which is ${before}`)
      check((await balance()) === before, 'what was refused moved money')
    },
  },
  {
    rule: 9,
    title: 'The signature covers the raw bytes, and a time window where the protocol has one',
    async play({ id, balance, check, leaveOut, wallet, players, seat, units }) {
      const { dialect, send } = wallet
      const before = await balance()
      const fresh = () => dialect.bet({ seat, tx: id('bet'), round: id('round'), units: units(100n) })
      const refused = async (what: string, change: Parameters<typeof send>[1]) => {
        const answer = await send(fresh(), change)
        check(answer.word === 'signature', `${what}: ${said(answer)}`)
      }
      const foreign = dialect.otherKey()
      await refused('a forged signature', { key: foreign })
      await refused('one byte more', { tamper: (text) => `${text} ` })
      await refused('another amount than was signed', { tamper: (text) => text.replace(/("amount":)(\d+)/, '$19$2') })
      const empty = Object.fromEntries(Object.keys(dialect.sign('/', '', foreign, 0, 'x')).map((name) => [name, '']))
      await refused('no signature', { headers: empty })
      if (dialect.hasPath) await refused('a signature of another path', { signedPath: '/somewhere/else' })
      if (dialect.hasTime) {
        await refused('a signature of an hour ago', { atMs: wallet.now() - farMs })
        await refused('a signature of in an hour', { atMs: wallet.now() + farMs })
      } else leaveOut('This protocol signs no time; repeats are harmless by their ids.')
      check((await balance()) === before, 'what was refused moved money')
      const spaced = fresh()
      const asSent = await send(spaced, { text: `\n ${write(spaced.body).replaceAll(',"', ' ,\t"')}\n` })
      check(asSent.word === 'ok', `a good signature over bytes with blanks in them: ${said(asSent)}`)
      if (players.secondKey !== undefined) {
        const changed = await send(fresh(), { key: players.secondKey })
        check(changed.word === 'ok', `the second key of a change of keys: ${said(changed)}`)
      }
    },
  },
  {
    rule: 10,
    title: 'Amounts have the protocol’s scale and the player’s currency, exact to the last digit',
    async play({ id, bet, win, balance, check, wallet, seat, units }) {
      const { dialect, send } = wallet
      const before = await balance()
      const [round, a] = [id('round'), id('bet')]
      const one = await bet(a, round, 1n)
      check(one.word === 'ok' && one.balance === before - 1n, `a bet of one hundredth: ${said(one)}`)
      const won = await win(id('win'), a, round, 12_345_67n)
      check(won.word === 'ok' && won.balance === before + 12_345_66n, `a win of 12,345.67: ${said(won)}`)
      const [r2, b] = [id('round'), id('bet')]
      const back = await bet(b, r2, 12_345_66n)
      check(back.word === 'ok' && back.balance === before, `a bet of 12,345.66: ${said(back)}`)
      const sent = (more: object, amount: bigint | string = units(100n)) =>
        send(dialect.bet({ seat: { ...seat, ...more }, tx: id('bet'), round: id('round'), units: amount }))
      if (dialect.perMinor > 1n) {
        const fraction = await sent({}, units(100n) + 1n)
        check(isRefusal(fraction), `an amount that is no whole hundredth: ${said(fraction)}`)
      }
      const float = await sent({}, `${units(100n)}.5`)
      check(isRefusal(float), `an amount with a fraction: ${said(float)}`)
      const foreign = await sent({ currency: seat.currency === 'INR' ? 'NAD' : 'INR' })
      check(foreign.word === 'currency' || foreign.word === 'malformed', `another currency: ${said(foreign)}`)
      const unknown = await sent({ currency: 'ZZZ' })
      check(unknown.word === 'currency' || unknown.word === 'malformed', `an unknown currency: ${said(unknown)}`)
      check((await balance()) === before, 'what was refused moved money')
    },
  },
  {
    rule: 11,
    title: 'Limits and exclusions of the player apply to every bet',
    async play({ id, bet, win, balance, check, leaveOut, players, seat }) {
      if (!players.block) return leaveOut('It needs a way to keep the player from betting (--block).')
      const [round, a] = [id('round'), id('bet')]
      const before = await balance()
      await bet(a, round)
      await players.block(seat)
      const refused = await bet(id('bet'), id('round'))
      check(isRefusal(refused), `a bet of a player who may not: ${said(refused)}`)
      const won = await win(id('win'), a, round)
      check(won.word === 'ok' && won.balance === before + 150n, `the win of an earlier bet: ${said(won)}`)
    },
  },
  {
    rule: 12,
    title: `Answers come in under ${answersWithinMs} ms at the 99th percentile`,
    async play({ id, bet, win, check, wallet }) {
      let slowest = Infinity
      // A machine that does something else for a moment says nothing about the wallet: one series of three is enough.
      for (let series = 0; series < 3 && slowest >= answersWithinMs; series++) {
        const from = wallet.took.length
        for (let call = 0; call < timedCalls / 2; call++) {
          const [round, a] = [id('round'), id('bet')]
          await bet(a, round, 1n)
          await win(id('win'), a, round, 1n)
        }
        const took = wallet.took.slice(from).toSorted((one, other) => one - other)
        slowest = took[Math.ceil(took.length * 0.99) - 1]!
      }
      check(slowest < answersWithinMs, `the 99th percentile of ${timedCalls} calls was ${Math.round(slowest)} ms`)
    },
  },
  {
    rule: 13,
    title: 'An ended round takes no further bet; what was open in it has lost',
    async play({ id, bet, win, balance, check, leaveOut, wallet, seat, units }) {
      const { dialect, send } = wallet
      if (!dialect.endsRounds) return leaveOut('This protocol does not end rounds.')
      const [round, a] = [id('round'), id('bet')]
      const before = await balance()
      await bet(a, round)
      const end = dialect.end
        ? await send(dialect.end(seat, round))
        : await send(dialect.win({ seat, tx: id('win'), ref: a, round, units: units(0n), ends: true }))
      check(end.word === 'ok', `the end of a round: ${said(end)}`)
      const late = await bet(id('bet'), round)
      check(isRefusal(late), `a bet in an ended round: ${said(late)}`)
      check((await balance()) === before - 100n, 'the end of a round moved the player’s money')
      const won = await win(id('win'), a, round, 100n)
      check(won.word === 'ok', `a win that came after the end of its round: ${said(won)}`)
    },
  },
  everyOrder,
]
