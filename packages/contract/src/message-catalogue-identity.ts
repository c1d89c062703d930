import type { IdentityMessageKind, MessageCatalogue } from './message-texts.ts'

/** Texts of messages about the player's identity. */
export const identityMessages: Pick<MessageCatalogue, IdentityMessageKind> = {
  identity_verified: {
    en: () => ({ title: 'Identity verified', text: 'We checked your document. Your identity is verified.' }),
    hi: () => ({ title: 'पहचान की पुष्टि हुई', text: 'हमने आपका दस्तावेज़ जाँच लिया। आपकी पहचान की पुष्टि हो गई है।' }),
    af: () => ({ title: 'Identiteit bevestig', text: 'Ons het jou dokument nagegaan. Jou identiteit is bevestig.' }),
  },
  identity_refused: {
    en: ({ reason }, write) => ({
      title: 'Identity not verified',
      text: `${write.reason('identity', reason)} Please send another photo under Help.`,
    }),
    hi: ({ reason }, write) => ({
      title: 'पहचान की पुष्टि नहीं हुई',
      text: `${write.reason('identity', reason)} कृपया सहायता में दूसरा फ़ोटो भेजें।`,
    }),
    af: ({ reason }, write) => ({
      title: 'Identiteit nie bevestig nie',
      text: `${write.reason('identity', reason)} Stuur asseblief ’n ander foto onder Hulp.`,
    }),
  },
  identity_revoked: {
    en: ({ reason }, write) => ({
      title: 'Identity no longer verified',
      text: `${write.reason('identity', reason)} Please send a photo of a valid document under Help.`,
    }),
    hi: ({ reason }, write) => ({
      title: 'पहचान की पुष्टि अब मान्य नहीं',
      text: `${write.reason('identity', reason)} कृपया सहायता में मान्य दस्तावेज़ का फ़ोटो भेजें।`,
    }),
    af: ({ reason }, write) => ({
      title: 'Identiteit nie meer bevestig nie',
      text: `${write.reason('identity', reason)} Stuur asseblief ’n foto van ’n geldige dokument onder Hulp.`,
    }),
  },
}
