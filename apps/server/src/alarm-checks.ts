import { operatorText, type OperatorText } from '@dhow/contract/operator-texts'
import type { Accounts } from './features/accounts/index.ts'
import type { AlarmCheck } from './features/alarms/index.ts'
import type { Gateway } from './features/gateway/index.ts'
import type { Sms } from './features/sms/index.ts'
import type { Staff } from './features/staff/index.ts'
import type { Books } from './features/wallet/index.ts'

/** Checks that raise an alarm, in addition to stopped jobs and a full disk. */
export function alarmChecks({
  books,
  staff,
  sms,
  gateway,
  accounts,
}: {
  books: Books
  staff: Pick<Staff, 'chain' | 'breakGlass'>
  sms: Sms
  gateway: Pick<Gateway, 'problems'>
  accounts: Pick<Accounts, 'unansweredCodes'>
}): AlarmCheck[] {
  const one = (text: OperatorText) => [{ subject: '', text }]
  return [
    {
      code: 'books',
      look() {
        const broken = books.results.filter((result) => result.violations > 0)
        if (books.checkedAt === null) return undefined
        return broken.length === 0
          ? []
          : one(
              operatorText('alarm_books', {
                checks: broken.map(({ name, violations }) => `${name} (${violations})`).join('; '),
              }),
            )
      },
    },
    {
      code: 'audit',
      look() {
        const { isWhole, brokenAt } = staff.chain.check()
        if (isWhole === undefined) return undefined
        return isWhole ? [] : one(operatorText('alarm_audit', { entry: String(brokenAt) }))
      },
    },
    { code: 'break-glass', look: () => staff.breakGlass.problems() },
    { code: 'provider', look: () => gateway.problems() },
    {
      code: 'unanswered-codes',
      async look() {
        const { count, most, isMany } = await accounts.unansweredCodes()
        return isMany ? one(operatorText('alarm_codes', { count: String(count), most: String(most) })) : []
      },
    },
    { code: 'sms-queue', look: () => sms.lateQueue() },
    {
      code: 'sms-gateway',
      look: () =>
        sms
          .health()
          .filter(({ pausedMs }) => pausedMs > 0)
          .map(({ name, failures }) => ({
            subject: name,
            text: operatorText('alarm_message_gateway', { gateway: name, failures: String(failures) }),
          })),
    },
  ]
}
