/** Layouts of invented banking apps: no bank has these names, colours or pages. */
export interface Layout {
  name: string
  width: number
  height: number
  /** Colours of page, card, text, quiet text and accent. */
  light: readonly [string, string, string, string, string]
  dark: readonly [string, string, string, string, string]
  face: { width: number; weight: number; slant: number; scale: number }
  /** The head of the page: a band with the name, a tick above it, or a round logo beside it. */
  head: 'band' | 'tick' | 'logo'
  amount: { size: number; at: 'middle' | 'left' | 'row' }
  /** Labels beside their values, above them, or left with the value at the right edge. */
  rows: 'beside' | 'above' | 'edges'
  rowStep: number
  hasCard: boolean
  hasRules: boolean
  fields: readonly Field[]
  labels: Partial<Record<Field, string>>
  foot: 'buttons' | 'code' | 'notes'
  title: string
  reference: (digits: (count: number) => string) => string
  date: 'words' | 'numbers' | 'iso'
  currency: string
}

export type Field =
  | 'reference'
  | 'date'
  | 'time'
  | 'payer'
  | 'payerAccount'
  | 'payee'
  | 'payeeAccount'
  | 'fee'
  | 'note'
  | 'amount'

const usual = ['payer', 'payerAccount', 'payee', 'payeeAccount', 'reference', 'date', 'time'] as const

/** The six layouts used to develop the comparison. */
export const layouts: readonly Layout[] = [
  {
    name: 'Kelpo Bank',
    width: 720,
    height: 1480,
    light: ['#f4f6f8', '#ffffff', '#16202a', '#6b7885', '#0b6e4f'],
    dark: ['#10151a', '#1b232b', '#eef2f5', '#93a1ad', '#3fc28f'],
    face: { width: 0.6, weight: 0.12, slant: 0, scale: 1 },
    head: 'tick',
    amount: { size: 48, at: 'middle' },
    rows: 'edges',
    rowStep: 74,
    hasCard: true,
    hasRules: true,
    fields: usual,
    labels: {},
    foot: 'buttons',
    title: 'Payment sent',
    reference: (digits) => `KB${digits(10)}`,
    date: 'words',
    currency: 'N$',
  },
  {
    name: 'Nordwind Pay',
    width: 1080,
    height: 2160,
    light: ['#ffffff', '#f1f1f6', '#1d1b2e', '#77748c', '#5a3fd6'],
    dark: ['#0f0e17', '#1a1926', '#f4f3fb', '#8f8ca5', '#8f7bff'],
    face: { width: 0.55, weight: 0.1, slant: 0, scale: 1.5 },
    head: 'band',
    amount: { size: 72, at: 'left' },
    rows: 'above',
    rowStep: 150,
    hasCard: false,
    hasRules: true,
    fields: ['payee', 'payer', 'date', 'time', 'reference', 'note'],
    labels: { payee: 'To', payer: 'From', reference: 'Transaction ID' },
    foot: 'notes',
    title: 'Transfer details',
    reference: (digits) => digits(12),
    date: 'numbers',
    currency: 'Rs ',
  },
  {
    name: 'Savanna Mobile',
    width: 720,
    height: 1560,
    light: ['#fff8ec', '#ffffff', '#3a2a14', '#8a7758', '#c9731b'],
    dark: ['#1c140a', '#2a2013', '#fbf1e0', '#ab9776', '#e89a4a'],
    face: { width: 0.62, weight: 0.15, slant: 0.04, scale: 0.95 },
    head: 'logo',
    amount: { size: 40, at: 'row' },
    rows: 'beside',
    rowStep: 66,
    hasCard: true,
    hasRules: false,
    fields: ['amount', 'payer', 'payee', 'payeeAccount', 'date', 'time', 'reference', 'fee'],
    labels: { reference: 'Ref no' },
    foot: 'code',
    title: 'Proof of payment',
    reference: (digits) => `SVN-${digits(4)}-${digits(5)}`,
    date: 'iso',
    currency: 'NAD ',
  },
  {
    name: 'Palmbank',
    width: 828,
    height: 1792,
    light: ['#e9f2fb', '#ffffff', '#0d1b2a', '#5f7287', '#1369b8'],
    dark: ['#08121d', '#101e2d', '#e8f1fa', '#8aa0b6', '#4d9fe6'],
    face: { width: 0.58, weight: 0.11, slant: 0, scale: 1.15 },
    head: 'band',
    amount: { size: 64, at: 'middle' },
    rows: 'edges',
    rowStep: 84,
    hasCard: false,
    hasRules: false,
    fields: ['reference', 'date', 'time', 'payer', 'payerAccount', 'payee', 'fee'],
    labels: { reference: 'UTR', payee: 'Paid to', payer: 'Paid by' },
    foot: 'buttons',
    title: 'Completed',
    reference: (digits) => digits(12),
    date: 'words',
    currency: 'Rs ',
  },
  {
    name: 'Quickpurse',
    width: 720,
    height: 1280,
    light: ['#fdfdfd', '#fdfdfd', '#222222', '#888888', '#d12f5b'],
    dark: ['#161616', '#161616', '#f2f2f2', '#9a9a9a', '#ff6d92'],
    face: { width: 0.5, weight: 0.13, slant: 0, scale: 1 },
    head: 'logo',
    amount: { size: 56, at: 'left' },
    rows: 'above',
    rowStep: 98,
    hasCard: false,
    hasRules: false,
    fields: ['payee', 'payeeAccount', 'reference', 'date', 'time', 'payer'],
    labels: {},
    foot: 'notes',
    title: 'You paid',
    reference: (digits) => `QP/${digits(8)}`,
    date: 'numbers',
    currency: 'N$',
  },
  {
    name: 'Unity Ledger Bank',
    width: 1080,
    height: 2280,
    light: ['#eef0ee', '#ffffff', '#1a241c', '#6f7d72', '#2f7d32'],
    dark: ['#0d120e', '#182019', '#edf3ee', '#90a094', '#66bb6a'],
    face: { width: 0.64, weight: 0.09, slant: 0.06, scale: 1.4 },
    head: 'tick',
    amount: { size: 60, at: 'row' },
    rows: 'beside',
    rowStep: 108,
    hasCard: true,
    hasRules: true,
    fields: ['amount', 'fee', 'payer', 'payerAccount', 'payee', 'payeeAccount', 'date', 'time', 'reference', 'note'],
    labels: { reference: 'Receipt', note: 'Message' },
    foot: 'code',
    title: 'Transaction successful',
    reference: (digits) => `ULB${digits(6)}X${digits(4)}`,
    date: 'words',
    currency: 'N$',
  },
]

/** Six others, which were not used to choose thresholds. */
export const otherLayouts: readonly Layout[] = [
  {
    ...layouts[0]!,
    name: 'Hilltop Savings',
    width: 750,
    height: 1334,
    light: ['#ffffff', '#f7f3ff', '#24143f', '#7d6b99', '#7a2fd0'],
    dark: ['#120a1f', '#1e1430', '#f3ecff', '#a08fc0', '#b07cff'],
    face: { width: 0.54, weight: 0.14, slant: 0, scale: 0.9 },
    head: 'logo',
    amount: { size: 52, at: 'left' },
    rows: 'beside',
    rowStep: 60,
    fields: ['date', 'time', 'reference', 'payer', 'payee', 'payeeAccount', 'note', 'fee'],
    labels: { reference: 'Trace ID', note: 'Purpose' },
    title: 'Sent to',
    reference: (digits) => `HT${digits(4)}A${digits(7)}`,
    foot: 'notes',
    date: 'iso',
  },
  {
    ...layouts[1]!,
    name: 'Cashew Wallet',
    width: 828,
    height: 1700,
    light: ['#fbfff4', '#ffffff', '#20300e', '#73835f', '#5c9b1c'],
    dark: ['#0e1406', '#172009', '#f2f9e8', '#97a685', '#9ad65a'],
    face: { width: 0.66, weight: 0.11, slant: 0, scale: 1.1 },
    head: 'tick',
    amount: { size: 80, at: 'middle' },
    rows: 'above',
    rowStep: 116,
    hasCard: true,
    hasRules: false,
    fields: ['payer', 'payee', 'reference', 'date', 'time'],
    labels: { reference: 'Order', payee: 'Receiver', payer: 'Sender' },
    title: 'Done',
    reference: (digits) => digits(14),
    foot: 'buttons',
    date: 'words',
    currency: 'N$',
  },
  {
    ...layouts[2]!,
    name: 'Ridge Union',
    width: 1080,
    height: 1920,
    light: ['#f0f4f4', '#e1eaea', '#0f2a2a', '#5c7a7a', '#0e7c7b'],
    dark: ['#071414', '#0e2020', '#e4f2f2', '#85a3a3', '#37b3b1'],
    face: { width: 0.52, weight: 0.1, slant: 0, scale: 1.35 },
    head: 'band',
    amount: { size: 54, at: 'row' },
    rows: 'edges',
    rowStep: 96,
    hasCard: false,
    hasRules: true,
    fields: ['reference', 'amount', 'fee', 'payerAccount', 'payeeAccount', 'payee', 'date', 'time'],
    labels: { reference: 'UTR number' },
    title: 'Funds transfer',
    reference: (digits) => digits(12),
    foot: 'notes',
    date: 'numbers',
    currency: 'Rs ',
  },
  {
    ...layouts[3]!,
    name: 'Baobab Direct',
    width: 720,
    height: 1600,
    light: ['#fff3f0', '#fffaf8', '#3b120a', '#94675d', '#c0392b'],
    dark: ['#1d0a06', '#2a120d', '#fdeae6', '#b88b82', '#ff7d6e'],
    face: { width: 0.6, weight: 0.1, slant: 0.05, scale: 1.05 },
    head: 'band',
    amount: { size: 58, at: 'left' },
    rows: 'above',
    rowStep: 104,
    hasCard: true,
    hasRules: true,
    fields: ['reference', 'payer', 'payerAccount', 'payee', 'date', 'time'],
    labels: { reference: 'Payment number' },
    title: 'Instant payment',
    reference: (digits) => `BD${digits(9)}`,
    foot: 'code',
    date: 'iso',
    currency: 'NAD ',
  },
  {
    ...layouts[4]!,
    name: 'Lagoon Money',
    width: 828,
    height: 1792,
    light: ['#ffffff', '#ffffff', '#002b36', '#657b83', '#268bd2'],
    dark: ['#002b36', '#073642', '#fdf6e3', '#93a1a1', '#2aa198'],
    face: { width: 0.58, weight: 0.16, slant: 0, scale: 1 },
    head: 'logo',
    amount: { size: 44, at: 'row' },
    rows: 'edges',
    rowStep: 72,
    fields: ['amount', 'payee', 'payer', 'date', 'time', 'reference', 'fee', 'note'],
    labels: { reference: 'Voucher' },
    title: 'Money sent',
    reference: (digits) => `L${digits(11)}`,
    foot: 'code',
    date: 'words',
    currency: 'N$',
  },
  {
    ...layouts[5]!,
    name: 'Meridian Trust',
    width: 640,
    height: 1136,
    light: ['#f5f5f5', '#ffffff', '#111111', '#777777', '#111111'],
    dark: ['#0a0a0a', '#151515', '#fafafa', '#999999', '#fafafa'],
    face: { width: 0.6, weight: 0.13, slant: 0, scale: 0.9 },
    head: 'tick',
    amount: { size: 44, at: 'middle' },
    rows: 'beside',
    rowStep: 54,
    fields: ['payer', 'payee', 'payeeAccount', 'date', 'time', 'reference'],
    labels: { reference: 'Confirmation' },
    title: 'Transfer complete',
    reference: (digits) => `${digits(4)} ${digits(4)} ${digits(4)}`,
    foot: 'buttons',
    date: 'numbers',
    currency: 'Rs ',
  },
]
