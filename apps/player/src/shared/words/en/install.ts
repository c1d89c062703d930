/** The offer to install the portal, in English. */
export const words = {
  install: {
    label: 'Install the portal',
    text: 'Add {name} to your home screen. It opens like an app.',
    byHand: 'Add {name} to your home screen: Share → Add to Home Screen.',
    install: 'Install',
    later: 'Not now',
    never: 'Don’t ask again',
  },
}
