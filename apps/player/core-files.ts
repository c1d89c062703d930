/**
 * Files that every screen needs, by path. Excludes the table of routes, which changes with every screen, the texts of messages and notices,
 * and package modules that are loaded on demand (`import(…)`), because they would pull in their libraries.
 */
const core = [
  /vite\/preload-helper/,
  /node_modules\/(react|react-dom|react-router|scheduler|@tanstack)\/(?!.*(utationObserver|useMutation|nfiniteQueryObserver|useInfiniteQuery))/,
  /packages\/(client\/src\/(?!live|passkey)|ui\/src\/(button|feedback|layout|icons)|contract\/(?!src\/(message|player-text|typed-amount|deposit-families|statement-rules)))/,
  /src\/shared\/(page|portal|icon|closed|portal-status|format|api|session|session-provider|use-[a-z-]+|link|language|lazy-screen|match-path|game-query)\./,
  /src\/app\/(?!app|routes|account-menu|deposit-paths)/,
  /src\/features\/(catalog\/(lobby|strip|rail|tile|live-tables|later)|portal\/forbidden)\./,
]

/** True for a file of the core, the script that every page loads. */
export const isCore = (path: string): boolean => core.some((pattern) => pattern.test(path))
