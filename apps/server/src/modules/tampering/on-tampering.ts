import type { Tx } from '../../platform/db/transaction.ts'

/** That a tampering with a camera began, or that it is over. */
export interface TamperingChange {
  /** The same at the begin and the end. */
  id: string
  viewId: string
  isOver: boolean
}

/** Called in the transaction that stores the change, so that both are stored or neither. */
export type OnTampering = (tx: Tx, change: TamperingChange, now: Date) => Promise<void>
