import type { TermTextParams } from './player-text-params.ts'
import type { TextsFor } from './player-texts.ts'

/** Terms of bonuses, and how to pay, in Hindi. */
export const termTexts: TextsFor<TermTextParams> = {
  claim_needs_mobile: () => 'पहले अपने मोबाइल नंबर की पुष्टि करें, फिर इसे दोबारा लें।',
  claim_needs_identity: () => 'सहायता में अपने दस्तावेज़ का फ़ोटो भेजें, और पहचान की पुष्टि होने पर इसे दोबारा लें।',
  claim_network_full: ({ claims, hours }) =>
    `एक नेटवर्क से इसे ${hours} घंटे में ${claims} बार लिया जा सकता है। बाद में या किसी और नेटवर्क से फिर कोशिश करें।`,
  claim_device_full: ({ claims, hours }) =>
    `एक डिवाइस पर इसे ${hours} घंटे में ${claims} बार लिया जा सकता है। बाद में फिर कोशिश करें।`,
  claim_excluded: ({ title }) => `आप “${title}” ले चुके हैं। हर खिलाड़ी को दोनों में से एक ही मिलता है।`,
  label_payment_reference: () => 'भुगतान का संदर्भ',
  label_message_reference: () => 'संदेश का संदर्भ',
  label_upi_reference: () => 'UPI संदर्भ (UTR)',
  label_utr: () => 'UTR नंबर',
  pay_india: () => 'UPI या बैंक ट्रांसफ़र से भुगतान करें, फिर हमें संदर्भ और स्क्रीनशॉट भेजें।',
  pay_bank: () => 'बैंक ट्रांसफ़र से भुगतान करें, फिर हमें संदर्भ भेजें। स्क्रीनशॉट से मदद मिलती है।',
  pay_wallet: ({ wallet }) => `${wallet} से हमारे नंबर पर पैसे भेजें, फिर हमें संदर्भ भेजें। PIN कभी न बताएँ।`,
  sandbox_nobody: () => 'सैंडबॉक्स: किसी को भुगतान नहीं होता।',
  sandbox_digits: () => 'सैंडबॉक्स: किसी को भुगतान नहीं होता। संदर्भ में कोई भी 12 अंक चलेंगे।',
  sandbox_letters: () => 'सैंडबॉक्स: किसी को भुगतान नहीं होता। 4 या अधिक अक्षरों का कोई भी संदर्भ चलेगा।',
  sandbox_wallet: () => 'सैंडबॉक्स: किसी को भुगतान नहीं होता और नंबर काल्पनिक है। कोई भी संदर्भ चलेगा, पर PIN कभी न भेजें।',
  order_of_funds: () =>
    'आप केवल अपने नकद से दांव लगाते हैं। बोनस का पैसा दांव की शर्त पूरी होने तक लॉक्ड रहता है; फिर वह नकद बन जाता है।',
  bonus_welcome: ({ percent, amount, currency }, { money }) =>
    `आपके पहले जमा का ${percent}% हम जोड़ते हैं, अधिकतम ${money(amount, currency)}।`,
  bonus_reload: ({ percent, amount, currency }, { money }) =>
    `पहले के बाद के एक जमा का ${percent}% हम जोड़ते हैं, अधिकतम ${money(amount, currency)}।`,
  bonus_cashback: ({ percent, amount, currency }, { money }) =>
    `पिछले सप्ताह के नुकसान का ${percent}% हम लौटाते हैं, अधिकतम ${money(amount, currency)}।`,
  bonus_referral: ({ amount, currency }, { money }) =>
    `आपके कोड से जुड़ने, जमा करने और खेलने वाले हर दोस्त के लिए आपको ${money(amount, currency)} मिलते हैं।`,
  referral_friend: ({ amount, stake, currency }, { money }) =>
    `आपके दोस्त को ${money(amount, currency)} जमा करने होंगे और पूरे हुए राउंड में ${money(stake, currency)} का दांव लगाना होगा।`,
  referral_paid_to: () => 'यह आपके नकद में मिलता है। एक ही डिवाइस या नंबर वाले खाते नहीं गिने जाते।',
  bonus_minimum: ({ amount, currency }, { money }) => `जमा ${money(amount, currency)} या उससे अधिक होना चाहिए।`,
  bonus_claim_within: ({ days }) => `जमा के ${days} दिन के भीतर इसे लें।`,
  bonus_no_wagering: () => 'दांव की कोई शर्त नहीं: यह नकद के रूप में मिलता है।',
  bonus_wagering: ({ times, days }) =>
    `${days} दिन के भीतर ${times === '1' ? 'बोनस के बराबर' : `बोनस का ${times} गुना`} दांव लगाएँ, और यह नकद बन जाता है।`,
  weight_game: ({ game, hi, percent }) => `${hi ?? game} में दांव ${percent}% गिने जाते हैं।`,
  weight_returns: ({ from, to, percent }) =>
    `जो राउंड अपने दांव का ${from}% से ${to}% लौटाता है, वह ${percent}% गिना जाता है: दोनों तरफ़ के दांव और वे दांव जो लगभग हमेशा जीतते हैं।`,
  bonus_one_active: () => 'एक समय में आपका एक ही बोनस चालू हो सकता है। रद्द करने पर भी आपका नकद और आपकी जीत बनी रहती है।',
  label_imps: () => 'IMPS संदर्भ (RRN)',
  label_neft: () => 'NEFT संदर्भ (UTR)',
  label_rtgs: () => 'RTGS संदर्भ (UTR)',
  pay_voucher: () => 'दुकान से वाउचर खरीदें और उसका नंबर डालें; हम उसकी राशि आपके बैलेंस में जोड़ देते हैं।',
  pay_a_pay: () => 'A-Pay के पेज पर UPI या अपने बैंक से भुगतान करें; उसके बाद आप अपने आप यहाँ लौट आएँगे।',
}
