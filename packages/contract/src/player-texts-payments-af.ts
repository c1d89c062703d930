import { reasonText } from './message-reasons.ts'
import type { PaymentTextParams } from './player-text-params.ts'
import type { TextsFor } from './player-texts.ts'

/** Steps and reasons of deposits, payments and withdrawals in Afrikaans. */
export const paymentTexts: TextsFor<PaymentTextParams> = {
  deposit_received: () => 'Ons het jou deposito en sal dit nagaan.',
  deposit_declared: ({ amount, reference, currency }, { money }) =>
    `Jy het ’n betaling van ${money(amount, currency)} aangemeld, met die verwysing ${reference}.`,
  deposit_checking: () => 'Ons gaan jou deposito na.',
  deposit_second_check: () => '’n Tweede kollega is besig om jou deposito te bevestig.',
  deposit_credited: ({ amount, currency }, { money }) => `${money(amount, currency)} is by jou saldo gevoeg.`,
  deposit_credited_other: ({ amount, declared, currency }, { money }) =>
    `${money(amount, currency)} is by jou saldo gevoeg. Jy het ${money(declared, currency)} aangemeld, maar dit is wat aangekom het.`,
  payment_credited_other: ({ amount, declared, currency }, { money }) =>
    `${money(amount, currency)} is by jou saldo gevoeg. Jy het ${money(declared, currency)} gevra, maar dit is wat betaal is.`,
  voucher_credited_other: ({ amount, declared, currency }, { money }) =>
    `${money(amount, currency)} is by jou saldo gevoeg. Die koopbewys was ${money(declared, currency)} werd, maar dit is wat die uitreiker bevestig het.`,
  payment_found: ({ amount, currency }, { money }) =>
    `Ons het jou betaling van ${money(amount, currency)} gevind en by jou saldo gevoeg.`,
  deposit_expired: () =>
    'Ons kon hierdie deposito nie betyds nagaan nie. As jy betaal het, kontak asseblief die hulpspan.',
  deposit_unanswered: () => 'Ons vraag is nie betyds beantwoord nie. As jy betaal het, kontak asseblief die hulpspan.',
  deposit_rejected: ({ reason }) => reasonText('af', 'deposit_rejected', reason),
  deposit_question: ({ question }) => reasonText('af', 'deposit_question', question),
  deposit_reversed: ({ reason }) => reasonText('af', 'deposit_reversed', reason),
  cashier_note: ({ text }) => `Ons kassier het geskryf: “${text}”`,
  answer_note: ({ text }) => `Jy het geantwoord: “${text}”`,
  answer_reference: ({ reference }) => `Jy het die verwysing reggestel na ${reference}.`,
  answer_amount: ({ amount, currency }, { money }) => `Jy het die bedrag reggestel na ${money(amount, currency)}.`,
  answer_screenshot: () => 'Jy het nog ’n skermskoot gestuur.',
  deposit_answered: () => 'Ons het jou antwoord en sal jou deposito nagaan.',
  deposit_cancelled: () => 'Jy het hierdie deposito gekanselleer.',
  screenshot_unreadable: () => 'Jou skermskoot kan nie gelees word nie. Stuur asseblief nog een.',
  credit_asked: () => 'Jy het ons gevra om hierdie deposito by te voeg.',
  refund_asked: () => 'Jy het ons gevra om hierdie betaling terug te stuur.',
  balance_reduced: ({ amount, currency }, { money }) => `${money(amount, currency)} is van jou saldo afgetrek.`,
  withdrawal_cancelled_first: () =>
    'Jou oop onttrekking is gekanselleer; die geld daarvan het eers na jou saldo teruggegaan.',
  debt_opened: ({ amount, currency }, { money }) =>
    `Jy het ${money(amount, currency)} daarvan reeds bestee en skuld dit. Jou volgende deposito’s betaal dit eerste.`,
  debt_part_paid: ({ amount, currency }, { money }) => `${money(amount, currency)} daarvan het jou skuld betaal.`,
  debt_left: ({ amount, currency }, { money }) => `Jy skuld nog ${money(amount, currency)}.`,
  debt_paid: ({ amount, currency }, { money }) => `Jy het ${money(amount, currency)} van jou skuld betaal.`,
  voucher_started: ({ digits, amount, currency }, { money }) =>
    `Jy het die koopbewys ingedien wat op ${digits} eindig, ter waarde van ${money(amount, currency)}.`,
  voucher_change_seen: () => 'Jy het jou kleingeldkoopbewys bekyk.',
  voucher_unusable: () => 'Hierdie koopbewys kan nie gebruik word nie.',
  voucher_valid: () => 'Hierdie koopbewys is geldig.',
  voucher_credited: () => 'Die koopbewys is by jou saldo gevoeg.',
  voucher_not_accepted: () => 'Ons het hierdie koopbewys nagegaan en kon dit nie aanvaar nie.',
  voucher_checking: () => 'Ons gaan hierdie koopbewys by sy uitreiker na en sal dit outomaties byvoeg.',
  voucher_waiting: () => 'Die uitreiker het nog nie geantwoord nie. Ons bly vra; jou geld is veilig.',
  voucher_unanswered: () => 'Die uitreiker het nog nie geantwoord nie.',
  payment_to_review: () => 'Jou betaling het aangekom en ’n kollega sal dit nagaan. Jou geld is veilig.',
  payment_in_review: () => '’n Kollega gaan hierdie betaling na.',
  payment_failed: () => 'Die betaling het nie deurgegaan nie.',
  payment_expired: () => 'Die betaling is nie betyds gedoen nie.',
  payment_refused: () => 'Ons kon nie hierdie betaling aanvaar nie. Kontak asseblief die hulpspan.',
  payment_late: () => 'Hierdie betaling is nie betyds gedoen nie. As dit nog aankom, voeg ons dit by.',
  payment_started: ({ service }) => `Jy het ’n betaling by ${service} begin.`,
  payment_started_amount: ({ service, amount, currency }, { money }) =>
    `Jy het ’n betaling van ${money(amount, currency)} by ${service} begin.`,
  payment_on_way: ({ service }) => `Jy is op pad na ${service}.`,
  payment_not_opened: ({ service }) => `${service} het nie hierdie betaling oopgemaak nie. Niks is betaal nie.`,
  payment_failed_at: ({ service }) =>
    `${service} sê dat hierdie betaling nie deurgegaan het nie. Niks is bygevoeg nie.`,
  payment_contradicted: ({ service, status }) => `${service} het ${status} gemeld nadat die betaling bygevoeg is.`,
  withdrawal_received: () => 'Ons het jou onttrekking en sal dit nagaan.',
  withdrawal_requested: ({ amount, currency }, { money }) =>
    `Jy het ${money(amount, currency)} aangevra. Die geld word vir jou teruggehou.`,
  withdrawal_approved: () => 'Jou onttrekking is goedgekeur en word binnekort betaal.',
  withdrawal_second_check: () => '’n Tweede kollega bevestig jou onttrekking.',
  withdrawal_sent: ({ amount, currency }, { money }) => `${money(amount, currency)} is na die bank gestuur.`,
  withdrawal_paid: ({ amount, reference, currency }, { money }) =>
    `${money(amount, currency)} is uitbetaal. Verwysing: ${reference}`,
  withdrawal_unknown: () => 'Die bank het nog nie jou onttrekking bevestig nie. Ons bly vra; jou geld is veilig.',
  withdrawal_returned: ({ amount, currency }, { money }) =>
    `Die bank het ${money(amount, currency)} teruggestuur. Die geld is weer in jou saldo.`,
  withdrawal_stopped: ({ reason }) => reasonText('af', 'withdrawal', reason),
  withdrawals_closed: () => 'Onttrekkings is tydelik nie beskikbaar nie. Kontak asseblief die hulpspan.',
  wallet_closed: () => 'Hierdie rekening is gesluit.',
  wallet_frozen: () => 'Hierdie rekening is bevries. Kontak asseblief die hulpspan.',
  player_suspended: () => 'Hierdie rekening is nie aktief nie. Kontak asseblief die hulpspan.',
  debt_blocks: ({ amount, currency }, { money }) =>
    `Jy skuld ${money(amount, currency)} van ’n betaling wat teruggedraai is. Jy kan weer onttrek sodra dit betaal is.`,
  account_refused: () => 'Ons kan nie aanlyn na hierdie rekening uitbetaal nie. Kontak ons asseblief.',
  account_resting: () => 'Hierdie uitbetaalrekening is onlangs verander. Jy kan dit ná die wagtyd gebruik.',
  withdrawal_released: ({ reason }) => `${reasonText('af', 'withdrawal', reason)} Die geld is terug in jou saldo.`,
}
