import { reasonText } from './message-reasons.ts'
import type { PaymentTextParams } from './player-text-params.ts'
import type { TextsFor } from './player-texts.ts'

/** Steps and reasons of deposits, payments and withdrawals in Hindi. */
export const paymentTexts: TextsFor<PaymentTextParams> = {
  deposit_received: () => 'आपका जमा हमें मिल गया है, हम इसे जाँचेंगे।',
  deposit_declared: ({ amount, reference, currency }, { money }) =>
    `आपने ${money(amount, currency)} के भुगतान की जानकारी दी, संदर्भ ${reference}।`,
  deposit_checking: () => 'हम आपका जमा जाँच रहे हैं।',
  deposit_second_check: () => 'हमारे एक और सहकर्मी आपके जमा की पुष्टि कर रहे हैं।',
  deposit_credited: ({ amount, currency }, { money }) => `${money(amount, currency)} आपके बैलेंस में जुड़ गए।`,
  deposit_credited_other: ({ amount, declared, currency }, { money }) =>
    `${money(amount, currency)} आपके बैलेंस में जुड़ गए। आपने ${money(declared, currency)} बताए थे, पर पहुँचे इतने।`,
  payment_credited_other: ({ amount, declared, currency }, { money }) =>
    `${money(amount, currency)} आपके बैलेंस में जुड़ गए। आपने ${money(declared, currency)} माँगे थे, पर भुगतान इतने का हुआ।`,
  voucher_credited_other: ({ amount, declared, currency }, { money }) =>
    `${money(amount, currency)} आपके बैलेंस में जुड़ गए। वाउचर ${money(declared, currency)} का था, पर जारीकर्ता ने इतने की पुष्टि की।`,
  payment_found: ({ amount, currency }, { money }) =>
    `हमें आपका ${money(amount, currency)} का भुगतान मिला और उसे आपके बैलेंस में जोड़ दिया।`,
  deposit_expired: () => 'हम यह जमा समय पर नहीं जाँच सके। अगर आपने भुगतान किया है तो कृपया सहायता टीम से संपर्क करें।',
  deposit_unanswered: () => 'हमारे सवाल का जवाब समय पर नहीं मिला। अगर आपने भुगतान किया है, तो कृपया सहायता टीम से संपर्क करें।',
  deposit_rejected: ({ reason }) => reasonText('hi', 'deposit_rejected', reason),
  deposit_question: ({ question }) => reasonText('hi', 'deposit_question', question),
  deposit_reversed: ({ reason }) => reasonText('hi', 'deposit_reversed', reason),
  cashier_note: ({ text }) => `हमारे कैशियर ने लिखा: “${text}”`,
  answer_note: ({ text }) => `आपने जवाब दिया: “${text}”`,
  answer_reference: ({ reference }) => `आपने संदर्भ सुधारकर ${reference} किया।`,
  answer_amount: ({ amount, currency }, { money }) => `आपने राशि सुधारकर ${money(amount, currency)} की।`,
  answer_screenshot: () => 'आपने दूसरा स्क्रीनशॉट भेजा।',
  deposit_answered: () => 'आपका जवाब हमें मिल गया है, हम आपका जमा जाँचेंगे।',
  deposit_cancelled: () => 'आपने यह जमा रद्द कर दिया।',
  screenshot_unreadable: () => 'आपका स्क्रीनशॉट पढ़ा नहीं जा सकता। कृपया दूसरा भेजें।',
  credit_asked: () => 'आपने हमसे यह जमा राशि जोड़ने को कहा।',
  refund_asked: () => 'आपने हमसे यह भुगतान वापस भेजने को कहा।',
  balance_reduced: ({ amount, currency }, { money }) => `आपके बैलेंस से ${money(amount, currency)} लिए गए।`,
  withdrawal_cancelled_first: () => 'आपकी चालू निकासी रद्द कर दी गई; उसका पैसा पहले आपके बैलेंस में लौटा।',
  debt_opened: ({ amount, currency }, { money }) =>
    `इसमें से ${money(amount, currency)} पहले ही खर्च हो चुके हैं और आप पर बकाया हैं। आपकी अगली जमा राशि पहले इसे चुकाएगी।`,
  debt_part_paid: ({ amount, currency }, { money }) => `इसमें से ${money(amount, currency)} से आपका बकाया चुकाया गया।`,
  debt_left: ({ amount, currency }, { money }) => `आप पर अभी ${money(amount, currency)} बकाया हैं।`,
  debt_paid: ({ amount, currency }, { money }) => `आपने अपनी बकाया राशि में से ${money(amount, currency)} चुका दिए।`,
  voucher_started: ({ digits, amount, currency }, { money }) =>
    `आपने ${money(amount, currency)} का वाउचर भेजा, जिसका नंबर ${digits} पर समाप्त होता है।`,
  voucher_change_seen: () => 'आपने बची राशि का वाउचर देखा।',
  voucher_unusable: () => 'यह वाउचर इस्तेमाल नहीं हो सकता।',
  voucher_valid: () => 'यह वाउचर मान्य है।',
  voucher_credited: () => 'वाउचर आपके बैलेंस में जोड़ दिया गया।',
  voucher_not_accepted: () => 'हमने यह वाउचर जाँचा और इसे स्वीकार नहीं कर सके।',
  voucher_checking: () => 'हम जारीकर्ता से इस वाउचर की जाँच कर रहे हैं और इसे अपने आप जोड़ देंगे।',
  voucher_waiting: () => 'जारीकर्ता ने अभी जवाब नहीं दिया है। हम पूछते रहेंगे; आपका पैसा सुरक्षित है।',
  voucher_unanswered: () => 'जारीकर्ता ने अभी जवाब नहीं दिया है।',
  payment_to_review: () => 'आपका भुगतान पहुँच गया है और एक सहकर्मी उसे जाँचेंगे। आपका पैसा सुरक्षित है।',
  payment_in_review: () => 'एक सहकर्मी यह भुगतान जाँच रहे हैं।',
  payment_failed: () => 'भुगतान पूरा नहीं हुआ।',
  payment_expired: () => 'भुगतान समय पर नहीं हुआ।',
  payment_refused: () => 'हम यह भुगतान स्वीकार नहीं कर सके। कृपया सहायता टीम से संपर्क करें।',
  payment_late: () => 'यह भुगतान समय पर नहीं हुआ। अगर यह बाद में पहुँचा, तो हम इसे जोड़ देंगे।',
  payment_started: ({ service }) => `आपने ${service} पर भुगतान शुरू किया।`,
  payment_started_amount: ({ service, amount, currency }, { money }) =>
    `आपने ${service} पर ${money(amount, currency)} का भुगतान शुरू किया।`,
  payment_on_way: ({ service }) => `आप ${service} की ओर जा रहे हैं।`,
  payment_not_opened: ({ service }) => `${service} ने यह भुगतान नहीं खोला। कोई भुगतान नहीं हुआ।`,
  payment_failed_at: ({ service }) => `${service} के अनुसार यह भुगतान पूरा नहीं हुआ। कुछ नहीं जोड़ा गया।`,
  payment_contradicted: ({ service, status }) => `भुगतान जोड़े जाने के बाद ${service} ने ${status} बताया।`,
  withdrawal_received: () => 'आपकी निकासी हमें मिल गई है, हम इसे जाँचेंगे।',
  withdrawal_requested: ({ amount, currency }, { money }) =>
    `आपने ${money(amount, currency)} माँगे। पैसा आपके लिए रोका गया है।`,
  withdrawal_approved: () => 'आपकी निकासी मंज़ूर हो गई है और भुगतान जल्द होगा।',
  withdrawal_second_check: () => 'हमारे एक और सहकर्मी आपकी निकासी की पुष्टि कर रहे हैं।',
  withdrawal_sent: ({ amount, currency }, { money }) => `${money(amount, currency)} बैंक को भेज दिए गए।`,
  withdrawal_paid: ({ amount, reference, currency }, { money }) =>
    `${money(amount, currency)} का भुगतान हो गया। संदर्भ: ${reference}`,
  withdrawal_unknown: () => 'बैंक ने अभी आपकी निकासी की पुष्टि नहीं की है। हम पूछते रहेंगे; आपका पैसा सुरक्षित है।',
  withdrawal_returned: ({ amount, currency }, { money }) =>
    `बैंक ने ${money(amount, currency)} लौटा दिए। पैसा फिर से आपके बैलेंस में है।`,
  withdrawal_stopped: ({ reason }) => reasonText('hi', 'withdrawal', reason),
  withdrawals_closed: () => 'निकासी अभी अस्थायी रूप से बंद है। कृपया सहायता टीम से संपर्क करें।',
  wallet_closed: () => 'यह खाता बंद है।',
  wallet_frozen: () => 'यह खाता रोक दिया गया है। कृपया सहायता टीम से संपर्क करें।',
  player_suspended: () => 'यह खाता सक्रिय नहीं है। कृपया सहायता टीम से संपर्क करें।',
  debt_blocks: ({ amount, currency }, { money }) =>
    `वापस लिए गए एक भुगतान के ${money(amount, currency)} आप पर बकाया हैं। चुकाने के बाद आप फिर निकासी कर सकेंगे।`,
  account_refused: () => 'इस खाते में ऑनलाइन भुगतान नहीं हो सकता। कृपया हमसे संपर्क करें।',
  account_resting: () => 'यह खाता हाल में बदला गया था। प्रतीक्षा का समय पूरा होने पर आप इसे इस्तेमाल कर सकेंगे।',
  withdrawal_released: ({ reason }) => `${reasonText('hi', 'withdrawal', reason)} पैसा आपके बैलेंस में लौट आया है।`,
}
