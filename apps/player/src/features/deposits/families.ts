import { paths } from '../../app/paths.ts'

/** The families that the portal knows: where each one's form stands, and which calls and id field it uses. A further one is a further row. */
export const families = {
  [paths.depositIndia]: {
    details: 'manualIndiaPaymentDetails',
    submit: 'manualIndiaSubmitDeposit',
    idField: 'payment_detail_id',
    history: paths.depositHistory,
  },
  [paths.depositNamibia]: {
    details: 'manualNamibiaPaymentDetails',
    submit: 'manualNamibiaSubmitDeposit',
    idField: 'manual_deposit_id',
    history: paths.depositNamibiaHistory,
  },
} as const

export type Family = (typeof families)[keyof typeof families]

/** The chooser routes by the method's lower-case name. */
export const pathOfMethod: Record<string, keyof typeof families> = {
  india: paths.depositIndia,
  manual: paths.depositNamibia,
  namibia: paths.depositNamibia,
}
