import type { MessageCatalogue } from './message-texts.ts'

/** Texts of messages about the player's questions and complaints. */
export const helpMessages: Pick<MessageCatalogue, 'help_answered' | 'complaint_decided'> = {
  help_answered: {
    en: () => ({ title: 'We answered you', text: 'Our team answered your question. Open it to read the answer.' }),
    hi: () => ({ title: 'हमने जवाब दिया', text: 'हमारी टीम ने आपके सवाल का जवाब दिया है। पढ़ने के लिए इसे खोलें।' }),
    af: () => ({
      title: 'Ons het jou geantwoord',
      text: 'Ons span het jou vraag beantwoord. Maak dit oop om die antwoord te lees.',
    }),
  },
  complaint_decided: {
    en: ({ number }) => ({
      title: 'Complaint decided',
      text: `We decided your complaint ${number}. Open it to read the decision.`,
    }),
    hi: ({ number }) => ({
      title: 'शिकायत पर निर्णय',
      text: `आपकी शिकायत ${number} पर निर्णय हो गया है। पढ़ने के लिए इसे खोलें।`,
    }),
    af: ({ number }) => ({
      title: 'Klagte beslis',
      text: `Ons het oor jou klagte ${number} besluit. Maak dit oop om die besluit te lees.`,
    }),
  },
}
