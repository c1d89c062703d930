import { quote, write, type Message } from '../dialect.ts'
import { isRefusal, type Rule } from './rule.ts'

/** Outside any protocol's time window. */
const farMs = 3_600_000
const answersWithinMs = 300
const timedCalls = 40

/** Rules about calls, answers, signatures, amounts and the player's limits. */
export const callRules: Rule[] = [
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
        check(answer.status < 500 && answer.word !== 'ok', `${text.slice(0, 80) || 'an empty body'}: ${quote(answer)}`)
      }
    },
  },
  {
    rule: 8,
    title: 'Insufficient funds carries the true balance',
    async play({ id, bet, balance, check }) {
      const before = await balance()
      const answer = await bet(id('bet'), id('round'), before + 1n)
      check(answer.word === 'funds', `a bet of more than there is: ${quote(answer)}`)
      check(answer.balance === before, `it carries the balance ${answer.balance}, which is ${before}`)
      check((await balance()) === before, 'what was refused moved money')
    },
  },
  {
    rule: 9,
    title: 'The signature covers the raw bytes, and a time window where the protocol has one',
    async play({ id, balance, check, skip, wallet, players, seat, units }) {
      const { dialect, send } = wallet
      const before = await balance()
      const fresh = () => dialect.bet({ seat, tx: id('bet'), round: id('round'), units: units(100n) })
      const refused = async (what: string, change: Parameters<typeof send>[1]) => {
        const answer = await send(fresh(), change)
        check(answer.word === 'signature', `${what}: ${quote(answer)}`)
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
      } else skip('This protocol signs no time; repeats are harmless by their ids.')
      check((await balance()) === before, 'what was refused moved money')
      const spaced = fresh()
      const asSent = await send(spaced, { text: `\n ${write(spaced.body).replaceAll(',"', ' ,\t"')}\n` })
      check(asSent.word === 'ok', `a good signature over bytes with blanks in them: ${quote(asSent)}`)
      if (players.secondKey !== undefined) {
        const changed = await send(fresh(), { key: players.secondKey })
        check(changed.word === 'ok', `the second key of a change of keys: ${quote(changed)}`)
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
      check(one.word === 'ok' && one.balance === before - 1n, `a bet of one hundredth: ${quote(one)}`)
      const won = await win(id('win'), a, round, 12_345_67n)
      check(won.word === 'ok' && won.balance === before + 12_345_66n, `a win of 12,345.67: ${quote(won)}`)
      const [r2, b] = [id('round'), id('bet')]
      const back = await bet(b, r2, 12_345_66n)
      check(back.word === 'ok' && back.balance === before, `a bet of 12,345.66: ${quote(back)}`)
      const sent = (more: object, amount: bigint | string = units(100n)) =>
        send(dialect.bet({ seat: { ...seat, ...more }, tx: id('bet'), round: id('round'), units: amount }))
      if (dialect.perMinor > 1n) {
        const fraction = await sent({}, units(100n) + 1n)
        check(isRefusal(fraction), `an amount that is no whole hundredth: ${quote(fraction)}`)
      }
      const float = await sent({}, `${units(100n)}.5`)
      check(isRefusal(float), `an amount with a fraction: ${quote(float)}`)
      const foreign = await sent({ currency: seat.currency === 'INR' ? 'NAD' : 'INR' })
      check(foreign.word === 'currency' || foreign.word === 'malformed', `another currency: ${quote(foreign)}`)
      const unknown = await sent({ currency: 'ZZZ' })
      check(unknown.word === 'currency' || unknown.word === 'malformed', `an unknown currency: ${quote(unknown)}`)
      check((await balance()) === before, 'what was refused moved money')
    },
  },
  {
    rule: 11,
    title: 'Limits and exclusions of the player apply to every bet',
    async play({ id, bet, win, balance, check, skip, players, seat }) {
      if (!players.block) return skip('It needs a way to keep the player from betting (--block).')
      const [round, a] = [id('round'), id('bet')]
      const before = await balance()
      await bet(a, round)
      await players.block(seat)
      const refused = await bet(id('bet'), id('round'))
      check(isRefusal(refused), `a bet of a player who may not: ${quote(refused)}`)
      const won = await win(id('win'), a, round)
      check(won.word === 'ok' && won.balance === before + 150n, `the win of an earlier bet: ${quote(won)}`)
    },
  },
  {
    rule: 12,
    title: `Answers come in under ${answersWithinMs} ms at the 99th percentile`,
    async play({ id, bet, win, check, wallet }) {
      let slowest = Infinity
      // One of three series is enough, so that a busy moment of the machine does not count.
      for (let series = 0; series < 3 && slowest >= answersWithinMs; series++) {
        const from = wallet.took.length
        for (let call = 0; call < timedCalls / 2; call++) {
          const [round, a] = [id('round'), id('bet')]
          await bet(a, round, 1n)
          await win(id('win'), a, round, 1n)
        }
        const took = wallet.took.slice(from).toSorted((one, other) => one - other)
        slowest = took[Math.ceil(took.length * 0.99) - 1] ?? Infinity
      }
      check(slowest < answersWithinMs, `the 99th percentile of ${timedCalls} calls was ${Math.round(slowest)} ms`)
    },
  },
]
