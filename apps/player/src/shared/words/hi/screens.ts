import type { Groups } from '../words.tsx'

/** The same in Hindi. */
export const words: Groups['screens'] = {
  restricted: {
    title: 'आपके देश में उपलब्ध नहीं',
    text: 'आपके देश से इस पोर्टल का इस्तेमाल नहीं किया जा सकता।',
    retry: 'फिर से जाँचें',
  },
  notFound: {
    title: 'पेज नहीं मिला',
    text: 'हो सकता है पेज कहीं और चला गया हो। इनमें से कोई खोलें:',
  },
  games: {
    searchLabel: 'गेम खोजें',
    none: 'कोई गेम नहीं मिला',
    noProviders: 'अभी कोई गेम निर्माता नहीं',
    all: 'सभी',
    byProvider: 'गेम निर्माता के अनुसार गेम',
    ofProvider: '{provider} के गेम',
    oneProvider: 'गेम निर्माता',
    clear: 'सभी गेम दिखाएँ',
    recentSearches: 'हाल की खोजें',
    forget: 'मिटाएँ',
    noneText: '“{q}” नाम का कोई गेम नहीं है। शायद इनमें से कोई?',
    similar: '“{q}” नाम का गेम नहीं मिला। मिलते-जुलते नाम:',
    sandboxSwitch: 'सैंडबॉक्स के गेम निर्माता',
    sandboxNote: 'काल्पनिक गेम निर्माताओं के टेस्ट गेम, ताकि पता चले कि बाहर के गेम कैसे जुड़ते हैं।',
  },
}
