import type { NoticeTextParams } from './player-text-params.ts'
import type { TextsFor } from './player-texts.ts'

/** Notices for players in Hindi. */
export const noticeTexts: TextsFor<NoticeTextParams> = {
  gift_claimed: () => 'उपहार मिल गया',
  prize_credited: () => 'इनाम आपके बैलेंस में जोड़ा गया',
  free_rounds_given: () => 'आपको मुफ़्त राउंड मिले हैं',
  bonus_completed: ({ amount, currency }, { money }) => `आपका ${money(amount, currency)} का बोनस अब आपके नकद बैलेंस में है।`,
  bonus_cancelled: ({ amount, currency }, { money }) => `आपका ${money(amount, currency)} का बोनस रद्द कर दिया गया।`,
  bonus_expired: ({ amount, currency }, { money }) => `आपके ${money(amount, currency)} के बोनस का समय समाप्त हो गया।`,
  bonus_reversed: ({ amount, currency }, { money }) =>
    `आपका ${money(amount, currency)} का बोनस उसके जमा के साथ वापस लिया गया।`,
  reward_approved: ({ amount, currency }, { money }) =>
    `आपका ${money(amount, currency)} का इनाम मंज़ूर हो गया। अब आप इसे ले सकते हैं।`,
  reward_refused: ({ amount, currency }, { money }) =>
    `आपका ${money(amount, currency)} का इनाम मंज़ूर नहीं हुआ। कृपया सहायता टीम से संपर्क करें।`,
  referral_paid: ({ amount, currency }, { money }) =>
    `आपके दोस्त ने खेलना शुरू किया: ${money(amount, currency)} आपके बैलेंस में जुड़ गए।`,
  help_answered: () => 'हमने आपके सवाल का जवाब दे दिया है।',
  limit_set: () => 'आपकी सीमा अब से लागू है।',
  limit_pending: () => 'आप इस बदलाव की पुष्टि 24 घंटे बाद कर सकते हैं।',
  limit_kept: () => 'आपकी सीमा नहीं बदली है।',
  limit_raised: () => 'आपकी नई सीमा अब से लागू है।',
  break_started: () => 'आपका ब्रेक शुरू हो गया है। आप निकासी कर सकते हैं।',
  self_excluded: () => 'आप खेल से बाहर हैं। आप निकासी कर सकते हैं।',
}
