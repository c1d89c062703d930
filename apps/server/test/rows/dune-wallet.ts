import type { DepositFamilyRow } from '@dhow/contract/deposit-families'

/** An invented family. docs/add-a-payment-family.md walks through this row. */
export const inventedFamily = {
  'dune-wallet': {
    number: 10,
    market: 'NA',
    kind: 'wallet',
    label: 'Dune Wallet',
    howToPay: { code: 'pay_wallet', params: { wallet: 'Dune Wallet' } },
    names: ['dune wallet'],
    mark: 'purse',
    title: 'duneWallet',
    base: '/player/deposit-namibia/dune-wallet-deposit',
    idField: 'manual_dune_wallet_id',
    rails: { wallet_dune: { reference: 'wallet_message', sandbox: { id: 9, name: 'Dune Wallet' } } },
    proofRequired: false,
    formPath: '/deposit-namibia/dune-wallet-deposit/get-payment-details',
    historyPath: '/deposit-namibia/dune-wallet-history',
    hasHistoryCall: true,
  },
} as const satisfies Record<string, DepositFamilyRow>
