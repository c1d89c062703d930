/**
 * Files that every screen needs, by their paths. Left out are the table of routes, which changes with every screen and which the lobby does without, the
 * texts of messages and notices, and modules of packages that are loaded on demand (`import(…)`), whose libraries would come along.
 */
const core = [
  /vite\/preload-helper/,
  /node_modules\/(react|react-dom|scheduler|@tanstack)\/(?!.*(utationObserver|useMutation|nfiniteQueryObserver|useInfiniteQuery))/,
  /packages\/(client\/src\/(?!live|passkey)|ui\/src\/(button|feedback|hidden-text|icons)|contract\/(?!src\/(calls|message|player-text|typed-amount|deposit-families|statement-rules)))/,
  /src\/shared\/(page|portal|icon|portal-status|format|api|session|session-provider|use-[a-z-]+|router|link|language|money-display|lazy-screen|match-path|game-query)\./,
  /src\/app\/(?!app|routes|account-menu|deposit-paths)/,
  /src\/features\/(catalog\/(lobby|strip|rail|tile|live-tables|later|free-round-games)|portal\/forbidden)\./,
]

/** True for a file of the core, the script that every page loads. */
export const isCore = (path: string): boolean => core.some((pattern) => pattern.test(path))
