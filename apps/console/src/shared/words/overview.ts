/** Words of the first screen: the day at a glance. */
export const overview = {
  title: 'Overview',
  lead: 'The day so far, and what waits.',
  alarms: 'Open alarms',
  alarmSince: 'since {when}',
  alarmsLink: 'Open Health',
  queues: 'Queues',
  queueEmpty: 'Nothing waits',
  queueOne: 'waits',
  queueMany: 'wait',
  forMe: 'Waiting for me',
  nothingForMe: 'Nothing waits for you as the second person.',
  figures: 'Today',
  openReport: 'Report of today',
  screens: 'Your pages',
  noScreens: 'Your role opens no page yet. Ask an admin for the rights that you need.',
}
