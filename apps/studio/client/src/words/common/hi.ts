import type { CommonWords } from './en.ts'

const sessionEnded = 'यह सत्र समाप्त हो गया। लॉबी से गेम फिर खोलें।'

export const common: CommonWords = {
  independent: 'हर राउंड नए सिरे से निकलता है: पिछले परिणाम अगले को नहीं बदलते।',
  live: {
    connecting: 'जुड़ रहा है…',
    reconnecting: 'फिर से जुड़ रहा है…',
    demo: 'खेल के सिक्के',
    sound: 'आवाज़',
    menu: 'मेन्यू',
  },
  staking: {
    stake: 'राशि',
    less: 'कम',
    more: 'ज़्यादा',
    half: '½ दांव',
    double: '2× दांव',
    most: 'अधिकतम दांव',
    max: 'अधिकतम',
    bet: (money) => `${money} लगाएँ`,
    placing: 'आपका दांव लग रहा है…',
    cashOut: 'कैश आउट',
    cashingOut: 'कैश आउट हो रहा है…',
    paid: (money, at) => `${at} पर ${money} मिले`,
    refusedOtherwise: 'वॉलेट ने यह दांव नहीं लिया। कुछ नहीं काटा गया।',
  },
  ends: {
    part: (money, stake) => `${stake} में से ${money} लौट आए।`,
    lost: (money) => `इस बार नहीं: ${money} गए`,
    recap: (text) => `आपका पिछला राउंड: ${text}`,
  },
  refused: {
    bet_not_allowed: 'इस खाते के लिए अभी दांव लगाने की अनुमति नहीं है।',
    session_ended: sessionEnded,
    session_unknown: sessionEnded,
  },
  refusedStake: {
    insufficient_funds: 'आपका बैलेंस इस दांव के लिए कम है।',
    limit_reached: 'यह दांव आपकी किसी सीमा को पार कर जाता।',
  },
  bye: {
    session_unknown: sessionEnded,
    malformed: 'यह पेज पुराना है। इसे फिर लोड करें।',
  },
  proof: {
    page: 'राउंड का प्रमाण',
    close: 'बंद करें',
    copy: 'लिंक कॉपी करें',
    copied: 'कॉपी हुआ',
    open: 'प्रमाण का पेज खोलें',
    inLogLooking: 'सार्वजनिक लॉग में खोजा जा रहा है…',
    inLogKept: (place: number) => `सार्वजनिक लॉग में यह स्थान ${place} पर है, पहले राउंड से पहले तय।`,
    inLogRefused: (reason: string) => `लॉग का प्रमाण सही नहीं है: ${reason}`,
    inLogFailures: {
      differs: 'सार्वजनिक लॉग में इस नाम से दूसरी प्रतिबद्धता है। यह राउंड बदला गया है।',
      missing: 'यह सार्वजनिक लॉग में नहीं है।',
      away: 'सार्वजनिक लॉग तक पहुँच नहीं हुई। फिर कोशिश करने के लिए पेज रीलोड करें।',
    },
    inLogCommitment: 'प्रतिबद्धता का प्रमाण',
    inLogReceipts: 'इस राउंड की रसीदें',
    byHand: 'ख़ुद जाँचें',
    unknown: 'यहाँ ऐसा कोई राउंड नहीं है।',
    failed: 'राउंड लोड नहीं हो सका। थोड़ी देर में फिर कोशिश करें।',
    badLink: 'इस लिंक में पूरा प्रमाण नहीं है।',
  },
  chain: {
    title: (no) => `राउंड ${no}`,
    hash: 'राउंड का हैश',
    salt: 'सार्वजनिक सॉल्ट',
    end: 'शृंखला का प्रकाशित सिरा',
    number: 'राउंड का नंबर',
    chainRight: (steps) => `${steps} कदम प्रकाशित सिरे तक ले जाते हैं।`,
    chainWrong: 'शृंखला प्रकाशित सिरे तक नहीं जाती।',
    walking: (percent) => `शृंखला पर चल रहे हैं: ${percent} %`,
    published: 'स्टूडियो सिरा और सॉल्ट यहाँ प्रकाशित करता है:',
  },
  fairness: {
    title: 'निष्पक्षता',
    rounds: 'किसी राउंड को अपने ब्राउज़र में जाँचें',
    none: 'पहला राउंड अभी खेल में है।',
  },
  cards: {
    suits: { diamond: 'ईंट', heart: 'पान', spade: 'हुकुम', club: 'चिड़ी' },
    ranks: { J: 'गुलाम', Q: 'बेगम', K: 'बादशाह', A: 'इक्का' },
    card: (rank, suit) => `${suit} का ${rank}`,
  },
}
