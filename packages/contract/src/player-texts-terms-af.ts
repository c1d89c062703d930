import type { TermTextParams } from './player-text-params.ts'
import type { TextsFor } from './player-texts.ts'

const countedDays = (days: string) => (days === '1' ? '1 dag' : `${days} dae`)

/** Terms of bonuses, and how to pay, in Afrikaans. */
export const termTexts: TextsFor<TermTextParams> = {
  claim_needs_mobile: () => 'Bevestig eers jou selfoonnommer en eis dit dan weer.',
  claim_needs_identity: () =>
    'Stuur ’n foto van jou dokument onder Hulp, en eis dit weer sodra jou identiteit bevestig is.',
  claim_network_full: ({ claims, hours }) =>
    `Dit kan ${claims} keer in ${hours} uur vanaf een netwerk geëis word. Probeer later weer, of op ’n ander netwerk.`,
  claim_device_full: ({ claims, hours }) =>
    `Dit kan ${claims} keer in ${hours} uur op een toestel geëis word. Probeer later weer.`,
  claim_excluded: ({ title }) => `Jy het “${title}” geëis. Elke speler kan een van die twee kry.`,
  label_payment_reference: () => 'Betalingsverwysing',
  label_message_reference: () => 'Verwysing van die boodskap',
  label_upi_reference: () => 'UPI-verwysing (UTR)',
  label_utr: () => 'UTR-nommer',
  pay_india: () => 'Betaal met UPI of bankoorplasing, en stuur dan vir ons die verwysing en ’n skermskoot.',
  pay_bank: () => 'Betaal met bankoorplasing, en stuur dan vir ons die verwysing. ’n Skermskoot help.',
  pay_wallet: ({ wallet }) =>
    `Stuur geld met ${wallet} na ons nommer, en stuur dan vir ons die verwysing. Moet nooit jou PIN deel nie.`,
  sandbox_nobody: () => 'Toetsomgewing: niemand word betaal nie.',
  sandbox_digits: () => 'Toetsomgewing: niemand word betaal nie. Enige 12 syfers is goed as die verwysing.',
  sandbox_letters: () => 'Toetsomgewing: niemand word betaal nie. Enige verwysing van 4 letters of meer is goed.',
  sandbox_wallet: () =>
    'Toetsomgewing: niemand word betaal nie en die nommer is versin. Enige verwysing is goed, maar moet nooit ’n PIN stuur nie.',
  order_of_funds: () =>
    'Jy wed net met jou kontant. Bonusgeld bly gesluit totdat jy die insetvereiste bereik; dan word dit kontant.',
  bonus_welcome: ({ percent, amount, currency }, { money }) =>
    `Ons voeg ${percent}% van jou eerste deposito by, tot ${money(amount, currency)}.`,
  bonus_reload: ({ percent, amount, currency }, { money }) =>
    `Ons voeg ${percent}% van ’n deposito ná jou eerste by, tot ${money(amount, currency)}.`,
  bonus_cashback: ({ percent, amount, currency }, { money }) =>
    `Ons gee ${percent}% terug van wat jy die vorige week verloor het, tot ${money(amount, currency)}.`,
  bonus_referral: ({ amount, currency }, { money }) =>
    `Jy kry ${money(amount, currency)} vir elke vriend wat met jou kode aansluit, deponeer en speel.`,
  referral_friend: ({ amount, stake, currency }, { money }) =>
    `Jou vriend moet ${money(amount, currency)} deponeer en ${money(stake, currency)} insit in rondtes wat afgehandel is.`,
  referral_paid_to: () => 'Dit word in jou kontant betaal. Rekeninge wat ’n toestel of nommer deel, tel nie.',
  bonus_minimum: ({ amount, currency }, { money }) => `Die deposito moet ${money(amount, currency)} of meer wees.`,
  bonus_claim_within: ({ days }) => `Eis dit binne ${countedDays(days)} ná die deposito.`,
  bonus_no_wagering: () => 'Geen insetvereiste nie: dit word as kontant betaal.',
  bonus_wagering: ({ times, days }) =>
    `Sit ${times === '1' ? 'die bonus een keer' : `${times} keer die bonus`} in binne ${countedDays(days)}, en dit word kontant.`,
  weight_game: ({ game, af, percent }) => `Insette in ${af ?? game} tel ${percent}%.`,
  weight_returns: ({ from, to, percent }) =>
    `’n Rondte wat ${from}% tot ${to}% van sy inset teruggee, tel ${percent}%: weddenskappe op albei kante en weddenskappe wat byna altyd wen.`,
  bonus_one_active: () =>
    'Jy kan een aktiewe bonus op ’n slag hê. As jy dit kanselleer, behou jy jou kontant en jou wengeld.',
  label_imps: () => 'IMPS-verwysing (RRN)',
  label_neft: () => 'NEFT-verwysing (UTR)',
  label_rtgs: () => 'RTGS-verwysing (UTR)',
  pay_voucher: () => 'Koop ’n koopbewys by ’n winkel en voer die nommer in; ons voeg die bedrag by jou saldo.',
  pay_a_pay: () => 'Betaal op A-Pay se bladsy met UPI of jou bank; jy kom vanself terug hierheen.',
}
