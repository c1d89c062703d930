import { depositFamilies, type DepositFamily } from '@dhow/contract/deposit-families'
import { paths } from '../../app/paths.ts'
import type { Mark } from './method-mark.tsx'
import type { Step } from './wizard-steps.ts'

type Rows = typeof depositFamilies
/** A family's row with its name, the key of its deposits in the common history. */
export type Family = { [Name in DepositFamily]: { family: Name } & Rows[Name] }[DepositFamily]

// Object.entries loses the type that pairs a name with its row.
const families = Object.entries(depositFamilies).map(([family, row]) => ({ family, ...row })) as Family[]

/** Family whose form or history has this path. */
export const familyAt = (path: string): Family | undefined =>
  families.find(
    ({ formPath, historyPath }) => formPath === path || (historyPath === path && path !== paths.depositHistory),
  )

type WithHistoryCall = Extract<Family, { hasHistoryCall: true }>
export type DepositCall = `${Family['title']}SubmitDeposit` | 'staticSubmitDeposit'
export type HistoryCall = `${WithHistoryCall['title']}History` | 'voucherHistory' | 'depositHistory'

/** A family's own history call; undefined if only the common history lists them. */
export const historyCallOf = (family: Family): HistoryCall | undefined =>
  family.hasHistoryCall ? `${family.title}History` : undefined

/** Target of a method: a screen of the portal and its wizard tab, or the payment service. */
type MethodPlace = { mark: Mark } & ({ to: string; step: Step } | { redirect: true })

/** Targets by lower-case method name: families, vouchers, payment services. */
export const methodPlaces: Readonly<Record<string, MethodPlace>> = {
  ...Object.fromEntries(
    families.flatMap(({ names, mark, formPath: to, kind }) =>
      names.map((name) => [name, { mark, to, step: kind === 'bank' ? ('step1' as const) : ('step2' as const) }]),
    ),
  ),
  easypay: { mark: 'slip', to: paths.voucher, step: 'step3' },
  apay: { mark: 'leave', redirect: true },
}
