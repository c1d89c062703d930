/** The operator's session. */
export const consoleCookie = 'dhow_console'
/** The browser's device id. */
export const consoleDeviceCookie = 'dhow_console_device'
/** Header of unsafe calls, which another site's form cannot send. */
export const consoleHeader = 'x-dhow-console'
