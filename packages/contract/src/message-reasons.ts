import type { MessageLanguage } from './message-texts.ts'

type Translated = Record<MessageLanguage, string>

/** Reasons and questions in messages, by stored code. */
export const messageReasons = {
  deposit_rejected: {
    not_received: {
      en: 'We did not receive this payment.',
      hi: 'हमें यह भुगतान नहीं मिला।',
      af: 'Ons het nie hierdie betaling ontvang nie.',
    },
    amount_differs: {
      en: 'The amount that arrived differs from the one you declared.',
      hi: 'पहुँची राशि आपकी बताई राशि से अलग है।',
      af: 'Die bedrag wat aangekom het, verskil van dié wat jy aangegee het.',
    },
    reference_not_found: {
      en: 'We did not find this reference at our bank.',
      hi: 'यह संदर्भ हमारे बैंक में नहीं मिला।',
      af: 'Ons het nie hierdie verwysing by ons bank gevind nie.',
    },
    duplicate_reference: {
      en: 'This reference was used before.',
      hi: 'यह संदर्भ पहले इस्तेमाल हो चुका है।',
      af: 'Hierdie verwysing is reeds gebruik.',
    },
    name_mismatch: {
      en: 'The payment came from an account in another name.',
      hi: 'भुगतान किसी दूसरे नाम के खाते से आया।',
      af: 'Die betaling het van ’n rekening in ’n ander naam gekom.',
    },
    unreadable_proof: {
      en: 'The screenshot cannot be read.',
      hi: 'स्क्रीनशॉट पढ़ा नहीं जा सकता।',
      af: 'Die skermskoot kan nie gelees word nie.',
    },
    wrong_account: {
      en: 'The payment went to another account.',
      hi: 'भुगतान किसी दूसरे खाते में गया।',
      af: 'Die betaling het na ’n ander rekening gegaan.',
    },
    third_party_payer: {
      en: 'Somebody else made this payment; only payments of your own can be credited.',
      hi: 'यह भुगतान किसी और ने किया; केवल आपके अपने भुगतान जोड़े जा सकते हैं।',
      af: 'Iemand anders het hierdie betaling gedoen; net jou eie betalings kan bygevoeg word.',
    },
    limit_exceeded: {
      en: 'This deposit is above your limit.',
      hi: 'यह जमा आपकी सीमा से अधिक है।',
      af: 'Hierdie deposito is bo jou perk.',
    },
    sent_back: {
      en: 'We did not credit this payment. We return it to the account you paid from.',
      hi: 'हमने यह भुगतान नहीं जोड़ा। हम इसे उसी खाते में लौटाते हैं जिससे आपने भुगतान किया था।',
      af: 'Ons het hierdie betaling nie bygevoeg nie. Ons stuur dit terug na die rekening waaruit jy betaal het.',
    },
    excluded_player: {
      en: 'Deposits are switched off for your account.',
      hi: 'आपके खाते के लिए जमा बंद है।',
      af: 'Deposito’s is vir jou rekening afgeskakel.',
    },
    fraud_suspected: {
      en: 'We could not accept this payment. Please reach out to the support team.',
      hi: 'हम यह भुगतान स्वीकार नहीं कर सके। कृपया सहायता टीम से संपर्क करें।',
      af: 'Ons kon nie hierdie betaling aanvaar nie. Kontak asseblief die hulpspan.',
    },
    other: {
      en: 'We could not accept this payment.',
      hi: 'हम यह भुगतान स्वीकार नहीं कर सके।',
      af: 'Ons kon nie hierdie betaling aanvaar nie.',
    },
  },
  deposit_question: {
    clearer_screenshot: {
      en: 'Please send a clearer screenshot of the payment.',
      hi: 'कृपया भुगतान का ज़्यादा साफ़ स्क्रीनशॉट भेजें।',
      af: 'Stuur asseblief ’n duideliker skermskoot van die betaling.',
    },
    find_reference: {
      en: 'We cannot find this reference. Please check it again.',
      hi: 'हमें यह संदर्भ नहीं मिल रहा। कृपया इसे फिर से जाँचें।',
      af: 'Ons kan nie hierdie verwysing vind nie. Gaan dit asseblief weer na.',
    },
    exact_amount: {
      en: 'Please tell us the exact amount that you sent.',
      hi: 'कृपया बताएँ कि आपने ठीक कितनी राशि भेजी।',
      af: 'Sê asseblief vir ons die presiese bedrag wat jy gestuur het.',
    },
    payer_name: {
      en: 'Please tell us from whose account or number it was paid.',
      hi: 'कृपया हमें बताएँ कि भुगतान किसके खाते या नंबर से हुआ।',
      af: 'Sê asseblief vir ons van wie se rekening of nommer dit betaal is.',
    },
    payment_time: {
      en: 'Please tell us when it was paid.',
      hi: 'कृपया हमें बताएँ कि भुगतान कब हुआ।',
      af: 'Sê asseblief vir ons wanneer dit betaal is.',
    },
    other: {
      en: 'Please tell us more about this payment.',
      hi: 'कृपया हमें इस भुगतान के बारे में और बताएँ।',
      af: 'Vertel ons asseblief meer oor hierdie betaling.',
    },
  },
  deposit_reversed: {
    not_received: {
      en: 'The bank took this payment back.',
      hi: 'बैंक ने यह भुगतान वापस ले लिया।',
      af: 'Die bank het hierdie betaling teruggeneem.',
    },
    amount_differs: {
      en: 'The amount credited differs from the one that arrived.',
      hi: 'जो राशि आई थी, उससे अलग राशि जोड़ी गई थी।',
      af: 'Die bedrag wat bygevoeg is, verskil van dié wat aangekom het.',
    },
    duplicate_reference: {
      en: 'This payment was credited twice.',
      hi: 'यह भुगतान दो बार जोड़ा गया था।',
      af: 'Hierdie betaling is twee keer bygevoeg.',
    },
    wrong_account: {
      en: 'This payment belongs to another account.',
      hi: 'यह भुगतान किसी दूसरे खाते का है।',
      af: 'Hierdie betaling behoort aan ’n ander rekening.',
    },
    third_party_payer: {
      en: 'Somebody else made this payment.',
      hi: 'यह भुगतान किसी और ने किया था।',
      af: 'Iemand anders het hierdie betaling gedoen.',
    },
    fraud_suspected: {
      en: 'This payment was disputed. Please reach out to the support team.',
      hi: 'इस भुगतान पर विवाद हुआ है। कृपया सहायता टीम से संपर्क करें।',
      af: 'Hierdie betaling is betwis. Kontak asseblief die hulpspan.',
    },
    other: {
      en: 'This payment was reversed. Please reach out to the support team.',
      hi: 'यह भुगतान वापस ले लिया गया। कृपया सहायता टीम से संपर्क करें।',
      af: 'Hierdie betaling is teruggedraai. Kontak asseblief die hulpspan.',
    },
  },
  withdrawal: {
    details_wrong: {
      en: 'The payout account’s details are wrong.',
      hi: 'भुगतान पाने वाले खाते का विवरण गलत है।',
      af: 'Die uitbetaalrekening se besonderhede is verkeerd.',
    },
    name_mismatch: {
      en: 'The payout account is in another name.',
      hi: 'भुगतान पाने वाला खाता किसी दूसरे नाम पर है।',
      af: 'Die uitbetaalrekening is in ’n ander naam.',
    },
    not_verified: {
      en: 'We need to confirm your identity first. Please reach out to the support team.',
      hi: 'पहले हमें आपकी पहचान की पुष्टि करनी होगी। कृपया सहायता टीम से संपर्क करें।',
      af: 'Ons moet eers jou identiteit bevestig. Kontak asseblief die hulpspan.',
    },
    fraud_suspected: {
      en: 'We could not pay this out. Please reach out to the support team.',
      hi: 'हम इसका भुगतान नहीं कर सके। कृपया सहायता टीम से संपर्क करें।',
      af: 'Ons kon dit nie uitbetaal nie. Kontak asseblief die hulpspan.',
    },
    player_asked: {
      en: 'You asked us to stop this withdrawal.',
      hi: 'आपने यह निकासी रोकने को कहा।',
      af: 'Jy het ons gevra om hierdie onttrekking te stop.',
    },
    deposit_reversed: {
      en: 'A deposit of yours was reversed, so this withdrawal was cancelled.',
      hi: 'आपकी एक जमा राशि वापस ली गई, इसलिए यह निकासी रद्द कर दी गई।',
      af: '’n Deposito van jou is teruggedraai, daarom is hierdie onttrekking gekanselleer.',
    },
    bank_refused: {
      en: 'The bank could not pay it to this account.',
      hi: 'बैंक इस खाते में भुगतान नहीं कर सका।',
      af: 'Die bank kon dit nie in hierdie rekening betaal nie.',
    },
    returned: {
      en: 'The bank sent the money back.',
      hi: 'बैंक ने पैसा लौटा दिया।',
      af: 'Die bank het die geld teruggestuur.',
    },
    other: {
      en: 'We could not pay this out.',
      hi: 'हम इसका भुगतान नहीं कर सके।',
      af: 'Ons kon dit nie uitbetaal nie.',
    },
  },
  identity: {
    unreadable: {
      en: 'The document cannot be read.',
      hi: 'दस्तावेज़ पढ़ा नहीं जा सकता।',
      af: 'Die dokument kan nie gelees word nie.',
    },
    name_mismatch: {
      en: 'The document is in another name.',
      hi: 'दस्तावेज़ किसी दूसरे नाम पर है।',
      af: 'Die dokument is in ’n ander naam.',
    },
    not_accepted: {
      en: 'We do not accept this kind of document.',
      hi: 'हम इस तरह का दस्तावेज़ स्वीकार नहीं करते।',
      af: 'Ons aanvaar nie hierdie soort dokument nie.',
    },
    expired: {
      en: 'The document has expired.',
      hi: 'दस्तावेज़ की अवधि समाप्त हो गई है।',
      af: 'Die dokument het verval.',
    },
    other: {
      en: 'We could not confirm your identity.',
      hi: 'हम आपकी पहचान की पुष्टि नहीं कर सके।',
      af: 'Ons kon nie jou identiteit bevestig nie.',
    },
  },
} as const satisfies Record<string, Record<string, Translated>>

export type ReasonCode<List extends keyof typeof messageReasons> = keyof (typeof messageReasons)[List]

/** Sentence of a reason or question; that of `other` for an unknown code. */
export function reasonText(language: MessageLanguage, list: keyof typeof messageReasons, code: string): string {
  const reasons: Record<string, Translated> & { other: Translated } = messageReasons[list]
  return ((Object.hasOwn(reasons, code) && reasons[code]) || reasons.other)[language]
}
