// Simulates an hour of codes and sign-ins with the server's own rate limiter on a simulated clock: honest users behind one address, and as
// many addresses of attackers, each in its own network prefix.

const hourMs = 3_600_000
const sharedIp = '41.182.7.9'
/** Honest users, of a hundred, who never enter the code, or mistype their password once. */
const unansweredPercent = 8
const mistypedPercent = 10

/**
 * @param parts `attempts` is the limiter, `codeUses` and `signInUses` are the server's rules, `at(ms)` sets the limiter's clock,
 * `random(limit)` returns integers below the limit
 * @param world numbers of users and attackers, duration, and tries per attacker
 */
export async function simulate(
  { attempts, codeUses, signInUses, at, random },
  { honest, attackers, durationMs = hourMs, triesEach, unansweredADay = 20_000 },
) {
  const count = {
    honest: 0,
    honestRefused: 0,
    lastRefusedMs: 0,
    codesToStrangers: 0,
    strangersAsked: 0,
    passwordsJudged: 0,
    passwordsTried: 0,
  }
  const events = []
  const when = (ms, run) => events.push({ ms, run })
  const take = async (uses) => {
    try {
      return await attempts.reserve(uses, 'otp_too_soon')
    } catch (error) {
      if (error.code === 'otp_too_soon') return undefined
      throw error
    }
  }
  const code = (mobile, ip) => take(codeUses(attempts, { kind: 'stranger', mobile, ip }, 'register', unansweredADay))
  const password = (mobile, ip) => take(signInUses(attempts, mobile, ip, undefined))
  const mobileOf = (group, number) => `+2648${group}${String(number).padStart(7, '0')}`

  for (let person = 0; person < honest; person++) {
    const mobile = mobileOf(1, person)
    when(random(durationMs), async (now) => {
      count.honest++
      const sent = await code(mobile, sharedIp)
      const isMistyped = random(100) < mistypedPercent
      if (isMistyped) await password(mobile, sharedIp)
      const opened = await password(mobile, sharedIp)
      if (!sent || !opened) {
        count.honestRefused++
        count.lastRefusedMs = now
      }
      if (opened) await attempts.right(opened.onSuccess, mobile)
      if (sent && random(100) >= unansweredPercent)
        insert(events, { ms: now + 10_000 + random(50_000), run: () => attempts.right(sent.onSuccess, mobile) })
    })
  }
  for (let attacker = 0; attacker < attackers; attacker++) {
    const ip = `20.${attacker >> 8}.${attacker & 255}.9`
    for (let index = 0; index < triesEach; index++) {
      // The first at once, the others spread over the duration.
      when(
        Math.floor(((index + random(1_000) / 1_000) * durationMs) / triesEach / (index === 0 ? 60 : 1)),
        async () => {
          const mobile = mobileOf(2, attacker * triesEach + index)
          count.strangersAsked++
          if (await code(mobile, ip)) count.codesToStrangers++
          count.passwordsTried++
          if (await password(mobile, ip)) count.passwordsJudged++
        },
      )
    }
  }
  // Latest first, so that the next one is popped from the end.
  events.sort((one, other) => other.ms - one.ms)
  for (let event = events.pop(); event; event = events.pop()) {
    at(event.ms)
    await event.run(event.ms)
  }
  return count
}

/** Inserts an event into the list, which is sorted latest first. */
function insert(events, event) {
  let [from, to] = [0, events.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (events[middle].ms > event.ms) from = middle + 1
    else to = middle
  }
  events.splice(from, 0, event)
}
