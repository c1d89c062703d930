/** Gifts, in English. */
export const words = {
  gift: {
    title: 'A gift for you',
    claiming: 'Opening your gift…',
    signIn: 'Log in or sign up, and the gift is yours.',
    success: 'Gift claimed successfully',
    failure: 'Gift link invalid, used, or claim failed.',
    none: 'This link carries no gift code.',
  },
}
