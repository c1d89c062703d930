import { familyRows, type DepositFamily, type DepositIdField } from '@dhow/contract/deposit-families'
import { paymentReferences, type PaymentReference } from '@dhow/contract/payment-references'
import { textOf, type PlayerText } from '@dhow/contract/player-texts'
import type { Market } from '@dhow/contract/shapes'
import type { DetailLine, PaymentDetailRow } from './tables.ts'

/** One card of the chooser. */
export interface ChooserMethod {
  /** Number used by the chooser and `payment_method_id`. */
  id: number
  code: string
  /** Lower-case name used in the chooser's routes. */
  name: string
  displayName: string
  /** Name in the reader's language. */
  nameText: PlayerText
  description: PlayerText
  market: Market
  historyPath: string
}

/** One family of manual deposits; its row is in the contract. */
export interface Method extends ChooserMethod {
  family: DepositFamily
  /** Form field with the id of the payment detail. */
  idField: DepositIdField
  /** Names of the rails of the method. */
  rails: readonly string[]
  proofRequired: boolean
}

export const methods: readonly Method[] = familyRows.map((row) => ({
  family: row.family,
  id: row.number,
  code: row.family.replaceAll('-', '_'),
  name: row.names[0],
  displayName: row.label,
  nameText: row.nameCode ? textOf(row.nameCode, {}) : textOf('text', { text: row.label }),
  description: row.howToPay,
  market: row.market,
  idField: row.idField,
  rails: Object.keys(row.rails),
  proofRequired: row.proofRequired,
  historyPath: row.historyPath,
}))

/** A method's name for players: the operator's, else the portal's own in the reader's language. */
export const methodName = (
  { displayName, nameText }: Pick<ChooserMethod, 'displayName' | 'nameText'>,
  own: { display_name: string } | undefined,
): PlayerText =>
  own === undefined || own.display_name === displayName ? nameText : textOf('text', { text: own.display_name })

/** Name of a payment detail for players: by its code, else the operator's. */
export const detailName = ({
  name,
  name_code: code,
}: Pick<PaymentDetailRow, 'name'> & { name_code?: PaymentDetailRow['name_code'] | undefined }): PlayerText =>
  code ? textOf(code, {}) : textOf('text', { text: name })

/** Label of a line of a payment detail for players: by its code, else the operator's. */
export const lineLabel = ({ label, label_code: code }: Pick<DetailLine, 'label' | 'label_code'>): PlayerText =>
  code ? textOf(code, {}) : textOf('text', { text: label })

/** Reference format of each rail. */
export const rails: Readonly<Record<string, PaymentReference>> = Object.fromEntries(
  familyRows.flatMap((row) =>
    Object.entries(row.rails).map(([rail, { reference }]) => [rail, paymentReferences[reference]]),
  ),
)

/** Rails that end on a bank account, whose statement shows the payment. */
export const bankRails = new Set(
  familyRows.filter(({ kind }) => kind === 'bank').flatMap((row) => Object.keys(row.rails)),
)
