/** Words of the page of channels. */
export const words = {
  channels: {
    title: 'How we reach you',
    lead: 'Every message is in your inbox. Choose what comes beside it.',
    saved: 'Saved',
    sms: 'Text messages',
    smsWanted: 'Send important news about my money by text message',
    smsAlways: 'Codes and messages about closing your account always come by text message.',
    push: 'Notifications',
    pushLead:
      'This browser can notify you when a deposit is credited or a withdrawal is paid, also while the portal is closed. Others may see your screen, so sums are left out unless you allow them.',
    pushOn: 'Notifications are on in this browser.',
    pushOff: 'Notifications are off in this browser.',
    pushStart: 'Notify me in this browser',
    pushStop: 'Stop notifications in this browser',
    pushRefused:
      'The browser did not allow it. You can change that in its settings for this site. Everything else works without it.',
    pushUnsupported: 'This browser has no notifications. On an iPhone, add the portal to the home screen first.',
    pushSums: 'Show sums in notifications',
    offers: 'Offers',
    offersWanted: 'Send me offers',
    offersSince: 'You agreed on {time}.',
    offersStopped: 'You stopped offers on {time}.',
    offersNever: 'We send no offers unless you agree.',
  },
}
