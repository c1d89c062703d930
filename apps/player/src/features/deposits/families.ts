import { depositFamilies, type DepositFamily } from '@dhow/contract/deposit-families'
import { paths } from '../../app/paths.ts'
import type { Mark } from './method-mark.tsx'
import type { Step } from './wizard-steps.ts'

type Rows = typeof depositFamilies
/** A family's row with the family's name, by which its deposits are known in the common history. */
export type Family = { [Name in DepositFamily]: { family: Name } & Rows[Name] }[DepositFamily]

// Object.entries knows no pairs of a name and its row.
const families = Object.entries(depositFamilies).map(([family, row]) => ({ family, ...row })) as Family[]

/** The family whose form or own history stands at a path. */
export const familyAt = (path: string): Family | undefined =>
  families.find(
    ({ formPath, historyPath }) => formPath === path || (historyPath === path && path !== paths.depositHistory),
  )

type WithHistoryCall = Extract<Family, { hasHistoryCall: true }>
export type DepositCall = `${Family['title']}SubmitDeposit` | 'staticSubmitDeposit'
export type HistoryCall = `${WithHistoryCall['title']}History` | 'voucherHistory' | 'depositHistory'

/** A family's own history call; undefined where its deposits stand in the common history alone. */
export const historyCallOf = (family: Family): HistoryCall | undefined =>
  family.hasHistoryCall ? `${family.title}History` : undefined

/** A method of the chooser: to a screen of the portal with its tab in the wizard, or off to the payment service. */
type MethodPlace = { mark: Mark } & ({ to: string; step: Step } | { redirect: true })

/** The methods of the chooser by their lower-case names: the families, vouchers, and the page of a payment service. */
export const methodPlaces: Readonly<Record<string, MethodPlace>> = {
  ...Object.fromEntries(
    families.flatMap(({ names, mark, formPath: to, kind }) =>
      names.map((name) => [name, { mark, to, step: kind === 'bank' ? ('step1' as const) : ('step2' as const) }]),
    ),
  ),
  easypay: { mark: 'slip', to: paths.voucher, step: 'step3' },
  apay: { mark: 'leave', redirect: true },
}
