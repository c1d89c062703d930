import type { Groups } from '../words.tsx'

/** The same in Hindi. */
export const words: Groups['screens'] = {
  restricted: {
    title: 'आपके यहाँ उपलब्ध नहीं',
    text: 'आपके देश से यहाँ आना प्रतिबंधित है।',
    retry: 'फिर से जाँचें',
  },
  notFound: {
    title: 'इस पते पर कुछ नहीं है',
    text: 'हो सकता है पेज कहीं और चला गया हो। आगे जाने के लिए ये जगहें अच्छी हैं:',
  },
  games: {
    searchLabel: 'गेम खोजें',
    none: 'इस नाम का कोई गेम नहीं है।',
    all: 'सभी',
    byProvider: 'निर्माता के अनुसार गेम',
    ofProvider: '{provider} के गेम',
    oneProvider: 'गेम निर्माता का पेज',
    clear: 'सभी गेम दिखाएँ',
    gamesOf: '{count} गेम',
    gameOf: '1 गेम',
  },
}
