import { accountMessages } from './message-catalogue-account.ts'
import { emailMessages } from './message-catalogue-email.ts'
import { helpMessages } from './message-catalogue-help.ts'
import { identityMessages } from './message-catalogue-identity.ts'
import { freeRoundMessages, offerMessages, prizeMessages } from './message-catalogue-offer.ts'
import type { MessageCatalogue } from './message-texts.ts'

/**
 * Texts of messages to players: title and text for the inbox, and a text message for some kinds. Text messages contain no address and no code, fit one
 * part of 160 characters (Hindi: two of 67), and use only the GSM alphabet in English and Afrikaans.
 */
export const messageCatalogue: MessageCatalogue = {
  ...accountMessages,
  ...emailMessages,
  ...helpMessages,
  ...identityMessages,
  ...offerMessages,
  ...prizeMessages,
  ...freeRoundMessages,
  deposit_credited: {
    en: ({ amount, currency }, { money }) => ({
      title: 'Deposit credited',
      text: `${money(amount, currency)} was added to your balance.`,
    }),
    hi: ({ amount, currency }, { money }) => ({
      title: 'जमा जुड़ गया',
      text: `${money(amount, currency)} आपके बैलेंस में जोड़ दिए गए।`,
    }),
    af: ({ amount, currency }, { money }) => ({
      title: 'Deposito bygevoeg',
      text: `${money(amount, currency)} is by jou saldo gevoeg.`,
    }),
  },
  deposit_credited_other: {
    en: ({ amount, declared, currency }, { money }) => ({
      title: 'Deposit credited with a different amount',
      text: `You declared ${money(declared, currency)}, but ${money(amount, currency)} arrived. ${money(amount, currency)} was added to your balance.`,
      sms: `${money(amount, currency)} arrived instead of the ${money(declared, currency)} you declared. We added ${money(amount, currency)} to your balance.`,
    }),
    hi: ({ amount, declared, currency }, { money }) => ({
      title: 'जमा अलग राशि के साथ जुड़ा',
      text: `आपने ${money(declared, currency)} बताए थे, पर ${money(amount, currency)} पहुँचे। आपके बैलेंस में ${money(amount, currency)} जोड़े गए।`,
      sms: `आपने ${money(declared, currency)} बताए, ${money(amount, currency)} पहुँचे। बैलेंस में ${money(amount, currency)} जोड़े गए।`,
    }),
    af: ({ amount, declared, currency }, { money }) => ({
      title: 'Deposito met ’n ander bedrag bygevoeg',
      text: `Jy het ${money(declared, currency)} aangegee, maar ${money(amount, currency)} het aangekom. ${money(amount, currency)} is by jou saldo gevoeg.`,
      sms: `${money(amount, currency)} het aangekom, nie die ${money(declared, currency)} wat jy aangegee het nie. ${money(amount, currency)} is by jou saldo gevoeg.`,
    }),
  },
  deposit_rejected: {
    en: ({ amount, currency, reason }, write) => ({
      title: 'Deposit not credited',
      text: `Your deposit of ${write.money(amount, currency)} was not credited. ${write.reason('deposit_rejected', reason)}`,
      sms: `Your deposit of ${write.money(amount, currency)} was not credited. Log in and open Messages to see why.`,
    }),
    hi: ({ amount, currency, reason }, write) => ({
      title: 'जमा नहीं जोड़ा गया',
      text: `आपका ${write.money(amount, currency)} का जमा नहीं जोड़ा गया। ${write.reason('deposit_rejected', reason)}`,
      sms: `आपका ${write.money(amount, currency)} का जमा नहीं जोड़ा गया। कारण पोर्टल के संदेशों में देखें।`,
    }),
    af: ({ amount, currency, reason }, write) => ({
      title: 'Deposito nie bygevoeg nie',
      text: `Jou deposito van ${write.money(amount, currency)} is nie bygevoeg nie. ${write.reason('deposit_rejected', reason)}`,
      sms: `Jou deposito van ${write.money(amount, currency)} is nie bygevoeg nie. Teken in en maak Boodskappe oop om te sien hoekom.`,
    }),
  },
  deposit_question: {
    en: ({ amount, currency, question, answer_by }, write) => ({
      title: 'A question about your deposit',
      text: `${write.reason('deposit_question', question)} Please answer by ${write.time(answer_by)}, or your deposit of ${write.money(amount, currency)} ends without being credited.`,
      sms: `We have a question about your deposit of ${write.money(amount, currency)}. Please log in and answer by ${write.time(answer_by)}.`,
    }),
    hi: ({ amount, currency, question, answer_by }, write) => ({
      title: 'आपके जमा के बारे में एक सवाल',
      text: `${write.reason('deposit_question', question)} कृपया ${write.time(answer_by)} तक जवाब दें, नहीं तो आपका ${write.money(amount, currency)} का जमा जुड़े बिना समाप्त हो जाएगा।`,
      sms: `आपके ${write.money(amount, currency)} के जमा के बारे में सवाल है। कृपया ${write.time(answer_by)} तक पोर्टल में जवाब दें।`,
    }),
    af: ({ amount, currency, question, answer_by }, write) => ({
      title: '’n Vraag oor jou deposito',
      text: `${write.reason('deposit_question', question)} Antwoord asseblief voor ${write.time(answer_by)}, anders eindig jou deposito van ${write.money(amount, currency)} sonder dat dit bygevoeg word.`,
      sms: `Ons het 'n vraag oor jou deposito van ${write.money(amount, currency)}. Teken asseblief in en antwoord voor ${write.time(answer_by)}.`,
    }),
  },
  deposit_expired: {
    en: ({ amount, currency }, { money }) => ({
      title: 'Deposit expired',
      text: `Your deposit of ${money(amount, currency)} could not be checked in time and was not credited. If you have paid, please contact support.`,
    }),
    hi: ({ amount, currency }, { money }) => ({
      title: 'जमा का समय समाप्त',
      text: `आपका ${money(amount, currency)} का जमा समय पर जाँचा नहीं जा सका और नहीं जोड़ा गया। अगर आपने भुगतान किया है, तो सहायता टीम से संपर्क करें।`,
    }),
    af: ({ amount, currency }, { money }) => ({
      title: 'Deposito het verval',
      text: `Jou deposito van ${money(amount, currency)} kon nie betyds nagegaan word nie en is nie bygevoeg nie. As jy betaal het, kontak asseblief die hulpspan.`,
    }),
  },
  deposit_reversed: {
    en: ({ amount, currency, reason, owed }, write) => ({
      title: 'Deposit reversed',
      text: `Your deposit of ${write.money(amount, currency)} was reversed. ${write.reason('deposit_reversed', reason)} ${write.owed(owed, currency)}`,
      sms: `Your deposit of ${write.money(amount, currency)} was reversed. Log in and open Messages to see why.`,
    }),
    hi: ({ amount, currency, reason, owed }, write) => ({
      title: 'जमा वापस लिया गया',
      text: `आपका ${write.money(amount, currency)} का जमा वापस लिया गया। ${write.reason('deposit_reversed', reason)} ${write.owed(owed, currency)}`,
      sms: `आपका ${write.money(amount, currency)} का जमा वापस लिया गया। कारण पोर्टल के संदेशों में देखें।`,
    }),
    af: ({ amount, currency, reason, owed }, write) => ({
      title: 'Deposito teruggedraai',
      text: `Jou deposito van ${write.money(amount, currency)} is teruggedraai. ${write.reason('deposit_reversed', reason)} ${write.owed(owed, currency)}`,
      sms: `Jou deposito van ${write.money(amount, currency)} is teruggedraai. Teken in en maak Boodskappe oop om te sien hoekom.`,
    }),
  },
  withdrawal_paid: {
    en: ({ amount, currency, reference }, { money }) => ({
      title: 'Withdrawal paid',
      text: `${money(amount, currency)} was paid out to your payout account. The bank’s reference is ${reference}.`,
      sms: `Your withdrawal of ${money(amount, currency)} was paid out.`,
    }),
    hi: ({ amount, currency, reference }, { money }) => ({
      title: 'निकासी का भुगतान हुआ',
      text: `${money(amount, currency)} आपके खाते में भेज दिए गए। बैंक का संदर्भ: ${reference}।`,
      sms: `आपकी ${money(amount, currency)} की निकासी का भुगतान हो गया।`,
    }),
    af: ({ amount, currency, reference }, { money }) => ({
      title: 'Onttrekking betaal',
      text: `${money(amount, currency)} is in jou uitbetaalrekening inbetaal. Die bank se verwysing is ${reference}.`,
      sms: `Jou onttrekking van ${money(amount, currency)} is uitbetaal.`,
    }),
  },
  withdrawal_failed: {
    en: ({ amount, currency, reason }, write) => ({
      title: 'Withdrawal failed',
      text: `Your withdrawal of ${write.money(amount, currency)} could not be paid. ${write.reason('withdrawal', reason)} The money is back in your balance.`,
      sms: `Your withdrawal of ${write.money(amount, currency)} could not be paid. The money is back in your balance.`,
    }),
    hi: ({ amount, currency, reason }, write) => ({
      title: 'निकासी नहीं हो सकी',
      text: `आपकी ${write.money(amount, currency)} की निकासी का भुगतान नहीं हो सका। ${write.reason('withdrawal', reason)} पैसा आपके बैलेंस में वापस है।`,
      sms: `आपकी ${write.money(amount, currency)} की निकासी नहीं हो सकी। पैसा आपके बैलेंस में वापस है।`,
    }),
    af: ({ amount, currency, reason }, write) => ({
      title: 'Onttrekking het misluk',
      text: `Jou onttrekking van ${write.money(amount, currency)} kon nie betaal word nie. ${write.reason('withdrawal', reason)} Die geld is terug in jou saldo.`,
      sms: `Jou onttrekking van ${write.money(amount, currency)} kon nie betaal word nie. Die geld is terug in jou saldo.`,
    }),
  },
  withdrawal_returned: {
    en: ({ amount, currency }, { money }) => ({
      title: 'Withdrawal returned by the bank',
      text: `The bank sent ${money(amount, currency)} back. The money is back in your balance. Please check your payout account before you withdraw again.`,
      sms: `The bank sent your withdrawal of ${money(amount, currency)} back. The money is back in your balance.`,
    }),
    hi: ({ amount, currency }, { money }) => ({
      title: 'बैंक ने निकासी लौटाई',
      text: `बैंक ने ${money(amount, currency)} लौटा दिए। पैसा फिर से आपके बैलेंस में है। दोबारा निकालने से पहले अपना खाता जाँच लें।`,
      sms: `बैंक ने आपकी ${money(amount, currency)} की निकासी लौटाई। पैसा आपके बैलेंस में वापस है।`,
    }),
    af: ({ amount, currency }, { money }) => ({
      title: 'Onttrekking deur die bank teruggestuur',
      text: `Die bank het ${money(amount, currency)} teruggestuur. Die geld is weer in jou saldo. Gaan asseblief jou uitbetaalrekening na voordat jy weer onttrek.`,
      sms: `Die bank het jou onttrekking van ${money(amount, currency)} teruggestuur. Die geld is weer in jou saldo.`,
    }),
  },
  withdrawal_rejected: {
    en: ({ amount, currency, reason }, write) => ({
      title: 'Withdrawal not approved',
      text: `Your withdrawal of ${write.money(amount, currency)} was not approved. ${write.reason('withdrawal', reason)} The money is back in your balance.`,
      sms: `Your withdrawal of ${write.money(amount, currency)} was not approved. The money is back in your balance.`,
    }),
    hi: ({ amount, currency, reason }, write) => ({
      title: 'निकासी मंज़ूर नहीं हुई',
      text: `आपकी ${write.money(amount, currency)} की निकासी मंज़ूर नहीं हुई। ${write.reason('withdrawal', reason)} पैसा आपके बैलेंस में वापस है।`,
      sms: `आपकी ${write.money(amount, currency)} की निकासी मंज़ूर नहीं हुई। पैसा आपके बैलेंस में वापस है।`,
    }),
    af: ({ amount, currency, reason }, write) => ({
      title: 'Onttrekking nie goedgekeur nie',
      text: `Jou onttrekking van ${write.money(amount, currency)} is nie goedgekeur nie. ${write.reason('withdrawal', reason)} Die geld is terug in jou saldo.`,
      sms: `Jou onttrekking van ${write.money(amount, currency)} is nie goedgekeur nie. Die geld is terug in jou saldo.`,
    }),
  },
  withdrawal_approved: {
    en: ({ amount, currency }, { money }) => ({
      title: 'Withdrawal approved',
      text: `Your withdrawal of ${money(amount, currency)} was approved and is being paid out.`,
    }),
    hi: ({ amount, currency }, { money }) => ({
      title: 'निकासी मंज़ूर हुई',
      text: `आपकी ${money(amount, currency)} की निकासी मंज़ूर हो गई है और भुगतान किया जा रहा है।`,
    }),
    af: ({ amount, currency }, { money }) => ({
      title: 'Onttrekking goedgekeur',
      text: `Jou onttrekking van ${money(amount, currency)} is goedgekeur en word uitbetaal.`,
    }),
  },
  withdrawal_cancelled: {
    en: ({ amount, currency }, { money }) => ({
      title: 'Withdrawal cancelled',
      text: `Your withdrawal of ${money(amount, currency)} was cancelled. The money is back in your balance.`,
    }),
    hi: ({ amount, currency }, { money }) => ({
      title: 'निकासी रद्द',
      text: `आपकी ${money(amount, currency)} की निकासी रद्द कर दी गई। पैसा आपके बैलेंस में वापस है।`,
    }),
    af: ({ amount, currency }, { money }) => ({
      title: 'Onttrekking gekanselleer',
      text: `Jou onttrekking van ${money(amount, currency)} is gekanselleer. Die geld is terug in jou saldo.`,
    }),
  },
  debt_opened: {
    en: ({ amount, currency }, { money }) => ({
      title: 'You owe an amount',
      text: `You owe ${money(amount, currency)}. Your next deposits pay it first, and you can withdraw once it is paid.`,
    }),
    hi: ({ amount, currency }, { money }) => ({
      title: 'आप पर राशि बकाया है',
      text: `आप पर ${money(amount, currency)} बकाया हैं। आपके अगले जमा पहले इसे चुकाएँगे, उसके बाद आप निकासी कर सकते हैं।`,
    }),
    af: ({ amount, currency }, { money }) => ({
      title: 'Jy skuld ’n bedrag',
      text: `Jy skuld ${money(amount, currency)}. Jou volgende deposito’s betaal dit eerste, en jy kan onttrek sodra dit betaal is.`,
    }),
  },
  debt_repaid: {
    en: ({ amount, currency, left }, write) => ({
      title: 'Debt payment',
      text: `${write.money(amount, currency)} went towards your debt. ${write.left(left, currency)}`,
    }),
    hi: ({ amount, currency, left }, write) => ({
      title: 'बकाया का भुगतान',
      text: `${write.money(amount, currency)} आपका बकाया चुकाने में लगे। ${write.left(left, currency)}`,
    }),
    af: ({ amount, currency, left }, write) => ({
      title: 'Betaling op jou skuld',
      text: `${write.money(amount, currency)} het na jou skuld gegaan. ${write.left(left, currency)}`,
    }),
  },
  debt_written_off: {
    en: ({ amount, currency }, { money }) => ({
      title: 'Debt written off',
      text: `We wrote off ${money(amount, currency)} that you owed. You do not have to pay it.`,
    }),
    hi: ({ amount, currency }, { money }) => ({
      title: 'बकाया माफ़',
      text: `आप पर बकाया ${money(amount, currency)} माफ़ कर दिए गए। आपको इन्हें चुकाना नहीं है।`,
    }),
    af: ({ amount, currency }, { money }) => ({
      title: 'Skuld afgeskryf',
      text: `Ons het ${money(amount, currency)} van jou skuld afgeskryf. Jy hoef dit nie te betaal nie.`,
    }),
  },
}
