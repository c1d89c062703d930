import type { Market } from '@dhow/contract/shapes'

/** Every path of the portal; the capitals are as specified. Paths of deposit families are in the contract. */
export const paths = {
  home: '/',
  allGames: '/all-games',
  topGames: '/top-games',
  turboGames: '/turbo-games',
  spribeGames: '/spribe-games',
  providers: '/providers',
  filteredGames: '/filtered-games',
  filteredProviderGames: '/filtered-provider-games',
  play: '/play/:game',
  bonus: '/bonus',
  claimBonus: '/claim-bonus',
  gift: '/gift_envelope',
  restricted: '/restricted',
  startingPage: '/starting-page',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  forgotOtp: '/forgototp',
  verifyOtp: '/verify-otp',
  newPassword: '/enter-new-password',
  privacyPolicy: '/privacy-policy',
  privacy: '/privacy',
  terms: '/terms-condition',
  responsible: '/responsiblegame',
  howToPlay: '/how-to-play',
  refer: '/refer-earn',
  tournaments: '/tournaments',
  tournament: '/tournaments/:id',
  startingSlider: '/starting-slider',
  userEnter: '/user-enter',
  menu: '/menu',
  provider: '/provider',
  testingInfo: '/testinginfo',
  howToDeposit: '/How-to-deposit',
  gameHistory: '/transaction-history',
  withdrawHistory: '/withdraw-history',
  depositHistory: '/deposit-history',
  depositHistoryOld: '/deposit_history',
  paymentMethod: '/payment-method',
  addBank: '/add-bank',
  deposit: '/deposit',
  depositStatic: '/deposit_static',
  withdraw: '/withdraw',
  withdrawNamibia: '/manual-withdraw-namibia',
  withdrawIndia: '/manual-withdraw-india',
  voucher: '/deposit-namibia-kazang',
  voucherHistory: '/Voucher-Deposit-History',
  paymentReturn: '/payment-return',
  payment: '/payments/:id',
  whereIsMyMoney: '/where-is-my-money',
  statements: '/statements',
  roundReceipts: '/receipts',
  receipt: '/receipts/:id',
  liabilities: '/liabilities',
  messages: '/messages',
  help: '/help',
  conversation: '/help/:id',
  channels: '/channels',
  profile: '/profile',
  profileEdit: '/profile-edit',
  selectAvatar: '/select-avatar',
  accountDashboard: '/account-dashboard',
  changePassword: '/change-password',
  closeAccount: '/close-account',
} as const

export const paymentPath = (id: string): string => `/payments/${encodeURIComponent(id)}`
export const conversationPath = (id: string): string => `/help/${encodeURIComponent(id)}`
export const tournamentPath = (id: string): string => `/tournaments/${encodeURIComponent(id)}`
/** Page of a receipt, by the id of its posting. */
export const receiptPath = (posting: string): string => `/receipts/${encodeURIComponent(posting)}`
/** Offline receipt checker: one HTML file that needs no network. */
export const checkerPath = '/receipt-checker.html'
export const playPath = (slug: string): string => `/play/${encodeURIComponent(slug)}`

/** Withdrawal form of each market. */
export const withdrawPaths = { NA: paths.withdrawNamibia, IN: paths.withdrawIndia } as const satisfies Record<
  Market,
  string
>
