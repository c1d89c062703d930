import { textOf, type PlayerText } from '@dhow/contract/player-texts'
import { formatDecimal } from '@dhow/contract/money'
import { afterCommit, type Tx } from '../../platform/db/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import { debtTexts } from '../wallet/index.ts'
import type { PaymentParts } from './parts.ts'
import type { Catalogue } from './catalogue.ts'
import { follows, nextCheckMs, findMismatch, statusOf, type ServiceState } from './rules.ts'
import { addPaymentStep, findPayment, movePayment } from './store.ts'
import type { ServicePaymentRow } from './tables.ts'

/** Payment that a service has confirmed, by the service's reference. */
export interface Confirmed {
  serviceRef: string
  amountMinor: bigint | undefined
  currency: string
  /** A voucher for the rest. */
  change?: { pin: string; amountMinor: bigint } | undefined
}

/** How soon a service is asked again about what it has spoken of. */
const soonMs = 30_000

export type Ends = ReturnType<typeof openEnds>

/** How a payment of an outside service ends: credited, refused by the service, or before a person. Each end is one transaction. */
export function openEnds({ platform, wallet, secrets, deposits, messages }: PaymentParts, catalogue: Catalogue) {
  const { db, clock, id, live, log } = platform

  const tell = (tx: Tx, row: ServicePaymentRow, text: PlayerText) =>
    afterCommit(tx, () =>
      live.publish(row.player_id, { type: 'deposit', id: row.id, status: statusOf[row.state], text }),
    )

  async function move(
    tx: Tx,
    row: ServicePaymentRow,
    state: ServiceState,
    { text, operatorId, ...change }: Partial<ServicePaymentRow> & { text: PlayerText; operatorId?: string },
  ) {
    const now = clock.now()
    const moved = await movePayment(tx, row, state, { ...change, updated_at: now })
    await addPaymentStep(tx, id, { paymentId: row.id, at: now, state, text, operatorId })
    tell(tx, moved, text)
    return moved
  }

  const changeOf = ({ change }: Pick<Confirmed, 'change'>) =>
    change ? { change_sealed: secrets.seal('voucher-change', change.pin), change_minor: change.amountMinor } : {}

  /**
   * Credits in the caller's transaction, under a key that the service's own reference makes: whatever comes again finds it taken.
   * @throws Refusal the ledger's, and `reference_credited` where this reference was credited by another payment
   */
  async function credit(
    tx: Tx,
    row: ServicePaymentRow,
    { serviceRef, amountMinor, ...rest }: { serviceRef: string; amountMinor: bigint } & Pick<Confirmed, 'change'>,
    operatorId?: string,
  ) {
    // A manager's decision counts as acknowledged; only the player's own choice is still missing.
    await deposits.creditGate.enter(tx, row, operatorId === undefined ? [] : ['play_blocked', 'player_suspended'])
    const service = catalogue.find(row.service)
    const key = `${row.kind === 'voucher' ? 'voucher' : 'payment'}:${row.service}:${serviceRef}`
    const credited = await wallet.creditCash(tx, {
      key,
      reason: row.kind === 'voucher' ? 'voucher' : 'payment',
      reference: key,
      playerId: row.player_id,
      currency: row.currency,
      happenedAt: clock.now(),
      lines: [{ debit: { house: service.house, ref: row.service }, credit: { player: 'cash' }, amountMinor }],
    })
    if (credited.posted.replayed) throw new Refusal('reference_credited')
    const asked = row.requested_minor
    const params = { amount: formatDecimal(amountMinor), currency: row.currency }
    const about = { kind: 'deposit' as const, id: row.id }
    await messages.send(tx, {
      key: `deposit:${row.id}:credited`,
      playerId: row.player_id,
      about,
      ...(asked === null || asked === amountMinor
        ? { kind: 'deposit_credited', params }
        : { kind: 'deposit_credited_other', params: { ...params, declared: formatDecimal(asked) } }),
    })
    const otherCode = row.kind === 'voucher' ? 'voucher_credited_other' : 'payment_credited_other'
    const moved = await move(tx, row, 'succeeded', {
      service_ref: serviceRef,
      confirmed_minor: row.confirmed_minor ?? amountMinor,
      credited_minor: amountMinor,
      posting_id: credited.posted.postingId,
      pin_sealed: null,
      next_check_at: null,
      reason: null,
      ...changeOf(rest),
      text:
        asked === null || asked === amountMinor
          ? textOf('deposit_credited', params)
          : textOf(otherCode, { ...params, declared: formatDecimal(asked) }),
      ...(operatorId === undefined ? {} : { operatorId }),
    })
    for (const text of debtTexts(credited, row.currency))
      await addPaymentStep(tx, id, { paymentId: row.id, at: moved.updated_at, state: 'succeeded', text, operatorId })
    return moved
  }

  const review = (row: ServicePaymentRow, confirmed: Confirmed, reason: string) => {
    log.warn({ payment: row.id, service: row.service, reason }, 'a payment waits for a person')
    return db.transaction((tx) =>
      move(tx, row, 'review', {
        service_ref: row.service_ref ?? (confirmed.serviceRef || null),
        confirmed_minor: confirmed.amountMinor && confirmed.amountMinor > 0n ? confirmed.amountMinor : null,
        pin_sealed: null,
        next_check_at: null,
        reason,
        ...changeOf(confirmed),
        text: textOf('payment_to_review', {}),
      }),
    )
  }

  const refuse = (row: ServicePaymentRow, state: ServiceState, text: PlayerText) =>
    db.transaction((tx) =>
      move(tx, row, state, {
        pin_sealed: null,
        // Failed payments may still succeed, so keep checking them.
        next_check_at: row.kind === 'voucher' ? null : row.next_check_at,
        text,
      }),
    )

  /** Does what our own clock asks for, unless somebody else moved the payment in the meantime: then that counts. */
  async function unlessMoved(row: ServicePaymentRow, work: () => Promise<ServicePaymentRow>) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'deposit_state_changed') throw error
      return (await findPayment(db.kysely, row.id))!
    }
  }

  /**
   * Does what the service said, which may come only once: a payment that was touched in the meantime, as by a check of our own, is read
   * anew and moved from there, as long as it has not ended otherwise.
   */
  async function byItsWord(
    row: ServicePaymentRow,
    to: ServiceState,
    work: (seen: ServicePaymentRow) => Promise<ServicePaymentRow>,
  ): Promise<ServicePaymentRow> {
    let isHeard = false
    const current = await unlessMoved(row, async () => {
      const moved = await work(row)
      isHeard = true
      return moved
    })
    const mayFollow = current.state !== 'review' && current.state !== to && follows[current.state].includes(to)
    // Each attempt moves the row on, so the loop ends.
    return isHeard || current.version === row.version || !mayFollow ? current : byItsWord(current, to, work)
  }

  return {
    credit,
    move,

    /** Credits what the service has confirmed, once; what does not fit goes before a person. */
    confirm: (seen: ServicePaymentRow, confirmed: Confirmed) =>
      byItsWord(seen, 'succeeded', async (row) => {
        const odd = findMismatch(
          catalogue.find(row.service),
          { currency: row.currency, requestedMinor: row.requested_minor },
          confirmed,
        )
        if (odd !== undefined) return review(row, confirmed, odd)
        const { serviceRef, amountMinor, change } = confirmed
        try {
          return await db.transaction((tx) => credit(tx, row, { serviceRef, amountMinor: amountMinor!, change }))
        } catch (error) {
          if (!(error instanceof Refusal) || error.code === 'deposit_state_changed') throw error
          const { sentence } = error.data ?? {}
          return review(
            row,
            confirmed,
            error.code === 'credit_held' ? String(sentence) : `The ledger refused it (${error.code}).`,
          )
        }
      }),

    review: (seen: ServicePaymentRow, confirmed: Confirmed, reason: string) =>
      byItsWord(seen, 'review', (row) => review(row, confirmed, reason)),

    /** The service says that no money moved. */
    refuse: (seen: ServicePaymentRow, state: 'declined' | 'failed' | 'rejected', text: PlayerText) =>
      byItsWord(seen, state, (row) => refuse(row, state, text)),

    /** The page has run out, and its service knows of no end. */
    expire: (row: ServicePaymentRow) => unlessMoved(row, () => refuse(row, 'expired', textOf('payment_late', {}))),

    /** The issuer has not answered: it is asked again, and past the last time a person looks. */
    async wait(row: ServicePaymentRow): Promise<ServicePaymentRow> {
      if (row.state === 'redeeming') {
        const next_check_at = new Date(clock.now().getTime() + nextCheckMs('voucher', row.checks)!)
        const text = textOf('voucher_waiting', {})
        return unlessMoved(row, () => db.transaction((tx) => move(tx, row, 'unknown', { next_check_at, text })))
      }
      if (row.next_check_at !== null) return row
      const nothing = { serviceRef: '', amountMinor: undefined, currency: row.currency }
      return unlessMoved(row, () => review(row, nothing, 'The issuer has not answered for a day.'))
    },

    /** The service has spoken of it, but does not stand to it yet. */
    askSoon: (row: ServicePaymentRow) =>
      unlessMoved(row, () => {
        const now = clock.now()
        const next_check_at = new Date(now.getTime() + soonMs)
        return db.transaction((tx) => movePayment(tx, row, row.state, { next_check_at, updated_at: now }))
      }),

    /**
     * Takes payments that are due to be asked about, each by one process, and sets when they are due again; answers them for the asking,
     * which waits for the service outside of any transaction.
     */
    takeDue: () =>
      db.transaction(async (tx) => {
        const now = clock.now()
        const due = (await tx
          .selectFrom('payments.service_payment')
          .selectAll()
          .where('next_check_at', '<=', now)
          .orderBy('next_check_at')
          .limit(20)
          .forUpdate()
          .skipLocked()
          .execute()) as ServicePaymentRow[]
        const taken: ServicePaymentRow[] = []
        for (const row of due) {
          const checks = row.checks + 1
          const waitMs = nextCheckMs(row.kind, checks)
          const next_check_at = waitMs === undefined ? null : new Date(now.getTime() + waitMs)
          taken.push(await movePayment(tx, row, row.state, { checks, next_check_at, updated_at: now }))
        }
        return taken
      }),
  }
}
