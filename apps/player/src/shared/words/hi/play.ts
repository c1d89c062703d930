import type { Groups } from '../words.tsx'

/** The game screen and the rounds, in Hindi. */
export const words: Groups['play'] = {
  play: {
    loading: 'गेम खुल रहा है…',
    nothingStaked: 'जब तक आप दांव नहीं लगाते, कुछ नहीं कटता।',
    demoRunning: 'खेल का पैसा: ये सिक्के असली नहीं हैं।',
    demoShort: 'डेमो',
    signIn: 'अपने बैलेंस से खेलने के लिए लॉग इन करें',
    real: 'अपने बैलेंस से खेलें',
    realShort: 'असली खेल',
    sound: 'आवाज़',
    back: 'गेम',
    backLong: 'गेम की सूची पर लौटें',
    minutes: '{minutes} मिनट खेला',
    minutesShort: '{minutes} मिनट',
    net: 'शुद्ध परिणाम',
    unknown: 'गेम नहीं मिला',
    failed: 'गेम नहीं खुल सका।',
    reminderTitle: 'खेल के समय की याद',
    reminderText: 'आप {minutes} मिनट से खेल रहे हैं।',
    reminderNet: 'तब से शुद्ध परिणाम: {net}',
    goOn: 'खेलना जारी रखें',
    stop: 'खेलना बंद करें',
  },
  rounds: {
    stake: 'दांव',
    payout: 'भुगतान',
    net: 'परिणाम',
    balanceAfter: 'इसके बाद बैलेंस',
    proof: 'यह राउंड जाँचें',
    open: 'चालू',
    settled: 'पूरा हुआ',
    rolled_back: 'वापस लिया गया',
    checking: 'जाँच हो रही है',
    refused: 'जाँच के बाद अस्वीकृत',
  },
}
