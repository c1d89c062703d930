import { paths } from '../../app/paths.ts'

/**
 * The families that the portal knows: where each one's form stands, and which calls and id field it uses. A further one is a further
 * row. `family` is the server's own name, by which a deposit of a family is known in the common history.
 */
export const families = {
  [paths.depositIndia]: {
    family: 'manual-india',
    market: 'IN',
    details: 'manualIndiaPaymentDetails',
    submit: 'manualIndiaSubmitDeposit',
    idField: 'payment_detail_id',
    history: paths.depositHistory,
    // The specification fixes this family's method.
    query: { payment_method_id: '1' },
  },
  [paths.depositNamibia]: {
    family: 'manual-namibia',
    market: 'NA',
    details: 'manualNamibiaPaymentDetails',
    submit: 'manualNamibiaSubmitDeposit',
    idField: 'manual_deposit_id',
    history: paths.depositNamibiaHistory,
  },
  [paths.depositEwallet]: {
    family: 'ewallet',
    market: 'NA',
    details: 'ewalletPaymentDetails',
    submit: 'ewalletSubmitDeposit',
    idField: 'manual_ewallet_id',
    history: paths.depositEwalletHistory,
  },
  [paths.depositEasyWallet]: {
    family: 'easy-wallet',
    market: 'NA',
    details: 'easyWalletPaymentDetails',
    submit: 'easyWalletSubmitDeposit',
    idField: 'manual_easy_wallet_id',
    history: paths.depositEasyWalletHistory,
  },
  [paths.depositBlueWallet]: {
    family: 'blue-wallet',
    market: 'NA',
    details: 'blueWalletPaymentDetails',
    submit: 'blueWalletSubmitDeposit',
    idField: 'manual_blue_wallet_id',
    history: paths.depositBlueWalletHistory,
  },
  [paths.depositNedbankWallet]: {
    family: 'nedbank-wallet',
    market: 'NA',
    details: 'nedbankWalletPaymentDetails',
    submit: 'nedbankWalletSubmitDeposit',
    idField: 'manual_nedbank_wallet_id',
    history: paths.depositNedbankWalletHistory,
  },
  [paths.depositAccessMoney]: {
    family: 'access-money-wallet',
    market: 'NA',
    details: 'accessMoneyWalletPaymentDetails',
    submit: 'accessMoneyWalletSubmitDeposit',
    idField: 'manual_access_wallet_id',
    history: paths.depositAccessMoneyHistory,
  },
} as const

export type Family = (typeof families)[keyof typeof families]

/** Destination of a method in the chooser, by the method's lower-case name: to a screen of the portal, or off to the payment service. */
export const placeOfMethod: Record<string, { to: string } | { redirect: true }> = {
  manual: { to: paths.depositNamibia },
  namibia: { to: paths.depositNamibia },
  india: { to: paths.depositIndia },
  'e-wallet': { to: paths.depositEwallet },
  'easy wallet': { to: paths.depositEasyWallet },
  'blue wallet': { to: paths.depositBlueWallet },
  'nedbank wallet': { to: paths.depositNedbankWallet },
  'access money': { to: paths.depositAccessMoney },
  easypay: { to: paths.voucher },
  apay: { redirect: true },
}
