/** The operator's session. */
export const consoleCookie = 'dhow_console'
/** The browser's own id. */
export const consoleDeviceCookie = 'dhow_console_device'
/** Unsafe calls carry this header, which another site's form cannot send. */
export const consoleHeader = 'x-dhow-console'
