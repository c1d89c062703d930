import type { Currency } from '@dhow/contract/money'
import { type Line } from '../src/features/wallet/index.ts'
import { afterCommit } from '../src/platform/db/index.ts'
export type WalletWorld = Awaited<ReturnType<typeof openWalletWorld>>
/** The wallet alone on a real database; closing it checks the books. */
export declare function openWalletWorld(): Promise<{
  db: import('../src/platform/db/index.ts').Database
  url: string | undefined
  wallet: {
    openPlayer(
      tx: import('../src/platform/db/index.ts').Tx,
      {
        playerId,
        currency,
        at,
      }: {
        playerId: string
        currency: Currency
        at: Date
      },
    ): Promise<void>
    post(
      tx: import('../src/platform/db/index.ts').Tx,
      posting: import('../src/features/wallet/accounts.ts').Posting,
    ): Promise<import('../src/features/wallet/accounts.ts').Posted>
    postGrouped(
      posting: import('../src/features/wallet/accounts.ts').Posting,
    ): Promise<import('../src/features/wallet/accounts.ts').Posted>
    hold(
      tx: import('../src/platform/db/index.ts').Tx,
      newHold: import('../src/features/wallet/holds.ts').NewHold,
    ): Promise<import('../src/features/wallet/accounts.ts').Posted>
    settle(
      tx: import('../src/platform/db/index.ts').Tx,
      end: Parameters<typeof import('../src/features/wallet/holds.ts').settle>[1],
    ): Promise<import('../src/features/wallet/accounts.ts').Posted>
    release(
      tx: import('../src/platform/db/index.ts').Tx,
      end: Parameters<typeof import('../src/features/wallet/holds.ts').release>[1],
    ): Promise<import('../src/features/wallet/accounts.ts').Posted>
    freeze(tx: import('../src/platform/db/index.ts').Tx, playerId: string, at: Date): Promise<void>
    unfreeze(tx: import('../src/platform/db/index.ts').Tx, playerId: string): Promise<void>
    close(tx: import('../src/platform/db/index.ts').Tx, playerId: string, at: Date): Promise<void>
    balance: typeof import('../src/features/wallet/read.ts').balance
    entries: typeof import('../src/features/wallet/read.ts').entries
    statement: (
      of: {
        playerId: string
        account: import('../src/features/wallet/accounts.ts').PlayerAccount
        from: Date
        until: Date
      },
      reader?: import('../src/platform/db/index.ts').Db,
    ) => Promise<import('../src/features/wallet/read.ts').Statement>
    trialBalance: typeof import('../src/features/wallet/read.ts').trialBalance
    rollUp: () => Promise<void>
    onBalance(listen: (playerId: string, balances: import('../src/features/wallet/accounts.ts').Balances) => void): void
    tell: (
      playerId: string | undefined,
      balances: import('../src/features/wallet/accounts.ts').Balances | undefined,
    ) => void
    waiting: () => number
    idle: () => Promise<void>
  }
  afterCommit: typeof afterCommit
  now: () => Date
  advance: (byMs: number) => Promise<void>
  post: (
    playerId: string | undefined,
    key: string,
    lines: Line[],
    more?: {
      reference?: string
      currency?: Currency
    },
  ) => Promise<import('../src/features/wallet/accounts.ts').Posted>
  postGrouped: (
    playerId: string,
    key: string,
    lines: Line[],
  ) => Promise<import('../src/features/wallet/accounts.ts').Posted>
  fundedPlayer(amountMinor: bigint): Promise<string>
  raw: (text: string) => Promise<import('kysely').QueryResult<unknown>>
  /** Everything that a refusal must leave alone. */
  snapshot(): Promise<{
    wallets: {
      bonus_minor: bigint
      cash_minor: bigint
      closed_at: Date | null
      currency: 'INR' | 'NAD'
      frozen_at: Date | null
      hold_minor: bigint
      in_play_minor: bigint
      limit_minor: bigint
      opened_at: Date
      player_id: string
    }[]
    postings: string | number | bigint
    transfers: string | number | bigint
  }>
  check: () => Promise<import('../src/features/wallet/invariants.ts').InvariantResult[]>
  close(): Promise<void>
}>
