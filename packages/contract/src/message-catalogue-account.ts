import { securityMessages } from './message-catalogue-security.ts'
import type { AccountMessageKind, MessageCatalogue } from './message-texts.ts'

/** A message with the operator's own text. */
const asWritten = ({ title, text }: { title: string; text: string }) => ({ title, text })

/** Texts of messages about checked wins, rewards, limits, closing and security. */
export const accountMessages: Pick<MessageCatalogue, AccountMessageKind> = {
  ...securityMessages,
  campaign: { en: asWritten, hi: asWritten, af: asWritten },
  gift_claimed: {
    en: ({ amount, currency }, { money }) => ({
      title: 'Gift received',
      text: `A gift of ${money(amount, currency)} was added to your balance.`,
    }),
    hi: ({ amount, currency }, { money }) => ({
      title: 'उपहार मिला',
      text: `${money(amount, currency)} का उपहार आपके बैलेंस में जोड़ा गया।`,
    }),
    af: ({ amount, currency }, { money }) => ({
      title: 'Geskenk ontvang',
      text: `’n Geskenk van ${money(amount, currency)} is by jou saldo gevoeg.`,
    }),
  },
  bonus_given: {
    en: ({ amount, currency, required, until }, { money, time }) => ({
      title: 'Bonus added',
      text: `You received a bonus of ${money(amount, currency)}. Stake ${money(required, currency)} by ${time(until)}, and it becomes cash.`,
    }),
    hi: ({ amount, currency, required, until }, { money, time }) => ({
      title: 'बोनस मिला',
      text: `आपको ${money(amount, currency)} का बोनस मिला। ${time(until)} तक ${money(required, currency)} के दांव लगाएँ, तो यह नकद बन जाएगा।`,
    }),
    af: ({ amount, currency, required, until }, { money, time }) => ({
      title: 'Bonus bygevoeg',
      text: `Jy het ’n bonus van ${money(amount, currency)} ontvang. Sit ${money(required, currency)} in voor ${time(until)}, en dit word kontant.`,
    }),
  },
  bonus_completed: {
    en: ({ amount, currency }, { money }) => ({
      title: 'Bonus is now cash',
      text: `Your bonus of ${money(amount, currency)} is now in your cash balance.`,
    }),
    hi: ({ amount, currency }, { money }) => ({
      title: 'बोनस अब नकद है',
      text: `आपका ${money(amount, currency)} का बोनस अब आपके नकद बैलेंस में है।`,
    }),
    af: ({ amount, currency }, { money }) => ({
      title: 'Bonus is nou kontant',
      text: `Jou bonus van ${money(amount, currency)} is nou in jou kontantsaldo.`,
    }),
  },
  bonus_cancelled: {
    en: ({ amount, currency }, { money }) => ({
      title: 'Bonus cancelled',
      text: `Your bonus of ${money(amount, currency)} was cancelled. Your cash has not changed.`,
    }),
    hi: ({ amount, currency }, { money }) => ({
      title: 'बोनस रद्द',
      text: `आपका ${money(amount, currency)} का बोनस रद्द कर दिया गया। आपका नकद वैसा ही है।`,
    }),
    af: ({ amount, currency }, { money }) => ({
      title: 'Bonus gekanselleer',
      text: `Jou bonus van ${money(amount, currency)} is gekanselleer. Jou kontant het nie verander nie.`,
    }),
  },
  bonus_expired: {
    en: ({ amount, currency }, { money }) => ({
      title: 'Bonus expired',
      text: `Your bonus of ${money(amount, currency)} has expired. Your cash has not changed.`,
    }),
    hi: ({ amount, currency }, { money }) => ({
      title: 'बोनस का समय समाप्त',
      text: `आपके ${money(amount, currency)} के बोनस का समय समाप्त हो गया। आपका नकद वैसा ही है।`,
    }),
    af: ({ amount, currency }, { money }) => ({
      title: 'Bonus het verval',
      text: `Jou bonus van ${money(amount, currency)} het verval. Jou kontant het nie verander nie.`,
    }),
  },
  bonus_reversed: {
    en: ({ amount, currency }, { money }) => ({
      title: 'Bonus reversed',
      text: `Your bonus of ${money(amount, currency)} was reversed, because its deposit was reversed.`,
    }),
    hi: ({ amount, currency }, { money }) => ({
      title: 'बोनस वापस लिया गया',
      text: `आपका ${money(amount, currency)} का बोनस वापस लिया गया, क्योंकि उसका जमा वापस लिया गया था।`,
    }),
    af: ({ amount, currency }, { money }) => ({
      title: 'Bonus teruggedraai',
      text: `Jou bonus van ${money(amount, currency)} is teruggedraai, want die deposito daarvan is teruggedraai.`,
    }),
  },
  referral_paid: {
    en: ({ amount, currency }, { money }) => ({
      title: 'Referral paid',
      text: `${money(amount, currency)} was added to your balance for a friend you referred.`,
    }),
    hi: ({ amount, currency }, { money }) => ({
      title: 'रेफ़रल का भुगतान हुआ',
      text: `आपके बुलाए दोस्त के लिए ${money(amount, currency)} आपके बैलेंस में जोड़े गए।`,
    }),
    af: ({ amount, currency }, { money }) => ({
      title: 'Verwysing betaal',
      text: `${money(amount, currency)} is by jou saldo gevoeg vir ’n vriend wat jy verwys het.`,
    }),
  },
  reward_approved: {
    en: ({ amount, currency }, { money }) => ({
      title: 'Reward approved',
      text: `We checked your reward of ${money(amount, currency)} and approved it.`,
    }),
    hi: ({ amount, currency }, { money }) => ({
      title: 'इनाम मंज़ूर हुआ',
      text: `हमने आपके ${money(amount, currency)} के इनाम की जाँच की और उसे मंज़ूर किया।`,
    }),
    af: ({ amount, currency }, { money }) => ({
      title: 'Beloning goedgekeur',
      text: `Ons het jou beloning van ${money(amount, currency)} nagegaan en goedgekeur.`,
    }),
  },
  reward_refused: {
    en: ({ amount, currency }, { money }) => ({
      title: 'Reward not approved',
      text: `We checked your reward of ${money(amount, currency)} and cannot give it. Contact support if you disagree.`,
    }),
    hi: ({ amount, currency }, { money }) => ({
      title: 'इनाम मंज़ूर नहीं हुआ',
      text: `हमने आपके ${money(amount, currency)} के इनाम की जाँच की और उसे नहीं दे सकते। अगर आप असहमत हैं, तो सहायता टीम से संपर्क करें।`,
    }),
    af: ({ amount, currency }, { money }) => ({
      title: 'Beloning nie goedgekeur nie',
      text: `Ons het jou beloning van ${money(amount, currency)} nagegaan en kan dit nie gee nie. Kontak die hulpspan as jy nie saamstem nie.`,
    }),
  },
  limit_set: {
    en: ({ amount, currency, limit, period }, write) => ({
      title: 'Limit in effect',
      text: `${write.limit(limit, period)}: ${write.money(amount, currency)}. It applies now.`,
    }),
    hi: ({ amount, currency, limit, period }, write) => ({
      title: 'सीमा लागू हुई',
      text: `${write.limit(limit, period)}: ${write.money(amount, currency)}। यह अभी से लागू है।`,
    }),
    af: ({ amount, currency, limit, period }, write) => ({
      title: 'Perk van krag',
      text: `${write.limit(limit, period)}: ${write.money(amount, currency)}. Dit geld van nou af.`,
    }),
  },
  limit_removed: {
    en: ({ limit, period }, write) => ({
      title: 'Limit removed',
      text: `${write.limit(limit, period)}: removed. You can set it again any time.`,
    }),
    hi: ({ limit, period }, write) => ({
      title: 'सीमा हटाई गई',
      text: `${write.limit(limit, period)}: हटा दी गई। आप इसे कभी भी फिर तय कर सकते हैं।`,
    }),
    af: ({ limit, period }, write) => ({
      title: 'Perk verwyder',
      text: `${write.limit(limit, period)}: verwyder. Jy kan dit enige tyd weer stel.`,
    }),
  },
  win_held: {
    en: ({ amount, currency }, { money }) => ({
      title: 'Win being checked',
      text: `Your win of ${money(amount, currency)} is unusually large, so we are checking it with the game’s provider. The money is held until then. You do not have to do anything.`,
    }),
    hi: ({ amount, currency }, { money }) => ({
      title: 'जीत की जाँच हो रही है',
      text: `आपकी ${money(amount, currency)} की जीत असामान्य रूप से बड़ी है, इसलिए हम गेम निर्माता के साथ इसकी जाँच कर रहे हैं। तब तक यह राशि रोकी गई है। आपको कुछ नहीं करना है।`,
    }),
    af: ({ amount, currency }, { money }) => ({
      title: 'Wengeld word nagegaan',
      text: `Jou wengeld van ${money(amount, currency)} is buitengewoon groot, so ons gaan dit na met die verskaffer van die speletjie. Die geld word tot dan teruggehou. Jy hoef niks te doen nie.`,
    }),
  },
  win_paid: {
    en: ({ amount, currency }, { money }) => ({
      title: 'Win confirmed',
      text: `Your win of ${money(amount, currency)} was confirmed and is in your balance.`,
    }),
    hi: ({ amount, currency }, { money }) => ({
      title: 'जीत की पुष्टि हुई',
      text: `आपकी ${money(amount, currency)} की जीत की पुष्टि हो गई है और राशि आपके बैलेंस में है।`,
    }),
    af: ({ amount, currency }, { money }) => ({
      title: 'Wengeld bevestig',
      text: `Jou wengeld van ${money(amount, currency)} is bevestig en is in jou saldo.`,
    }),
  },
  win_refused: {
    en: ({ amount, currency }, { money }) => ({
      title: 'Win not confirmed',
      text: `Your win of ${money(amount, currency)} could not be confirmed and was removed. Contact support if you disagree.`,
    }),
    hi: ({ amount, currency }, { money }) => ({
      title: 'जीत की पुष्टि नहीं हुई',
      text: `आपकी ${money(amount, currency)} की जीत की पुष्टि नहीं हो सकी और राशि हटा दी गई। अगर आप असहमत हैं, तो सहायता टीम से संपर्क करें।`,
    }),
    af: ({ amount, currency }, { money }) => ({
      title: 'Wengeld nie bevestig nie',
      text: `Jou wengeld van ${money(amount, currency)} kon nie bevestig word nie en is afgetrek. Kontak die hulpspan as jy nie saamstem nie.`,
    }),
  },
  closing_asked: {
    en: ({ until }, { time }) => ({
      title: 'Your account is being closed',
      text: `You asked us to close your account. You can log in and keep it until ${time(until)}.`,
      sms: `Your account will be closed on ${time(until)}. Was it not you, or did you change your mind? Log in before then and keep it.`,
    }),
    hi: ({ until }, { time }) => ({
      title: 'आपका खाता बंद हो रहा है',
      text: `आपने खाता बंद करने को कहा है। ${time(until)} तक लॉग इन करके आप इसे बनाए रख सकते हैं।`,
      sms: `आपका खाता ${time(until)} को बंद होगा। यह आपने नहीं किया या मन बदल गया? पहले लॉग इन करके खाता बनाए रखें।`,
    }),
    af: ({ until }, { time }) => ({
      title: 'Jou rekening word gesluit',
      text: `Jy het gevra om jou rekening te sluit. Jy kan tot ${time(until)} inteken en dit behou.`,
      sms: `Jou rekening word op ${time(until)} gesluit. Was dit nie jy nie, of het jy van plan verander? Teken voor dan in en behou dit.`,
    }),
  },
  closing_kept: {
    en: () => ({ title: 'Your account stays open', text: 'You cancelled the closing of your account.' }),
    hi: () => ({ title: 'आपका खाता खुला रहेगा', text: 'आपने खाता बंद करने का अनुरोध वापस ले लिया।' }),
    af: () => ({ title: 'Jou rekening bly oop', text: 'Jy het die sluiting van jou rekening gekanselleer.' }),
  },
  account_closed: {
    en: () => ({
      title: 'Account closed',
      text: 'Your account is closed. Contact support if you want to open it again.',
      sms: 'Your account is closed, as you asked. Contact support if you want to open it again.',
    }),
    hi: () => ({
      title: 'खाता बंद हुआ',
      text: 'आपका खाता बंद हो गया है। इसे फिर खोलने के लिए सहायता टीम से संपर्क करें।',
      sms: 'आपके अनुरोध पर आपका खाता बंद हो गया है। इसे फिर खोलने के लिए सहायता टीम से संपर्क करें।',
    }),
    af: () => ({
      title: 'Rekening gesluit',
      text: 'Jou rekening is gesluit. Kontak die hulpspan as jy dit weer wil oopmaak.',
      sms: 'Jou rekening is gesluit, soos jy gevra het. Kontak die hulpspan as jy dit weer wil oopmaak.',
    }),
  },
  account_reopened: {
    en: () => ({ title: 'Account reopened', text: 'Our team opened your account again.' }),
    hi: () => ({ title: 'खाता फिर खुला', text: 'हमारी टीम ने आपका खाता फिर खोल दिया है।' }),
    af: () => ({ title: 'Rekening heropen', text: 'Ons span het jou rekening weer oopgemaak.' }),
  },
}
