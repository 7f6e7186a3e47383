import type { Clock, Ticker } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/transaction.ts'
import type { Logger } from '../../platform/log.ts'
import type { MediaStore } from '../../platform/media/media-store.ts'
import type { BytesUnderWay } from './bytes-under-way.ts'
import type { ReadingRoom } from './reading-room.ts'

export interface IntakeDeps {
  room: ReadingRoom
  underWay: BytesUnderWay
  db: Db
  /** The same, for what is asked with each message: its plans are kept. */
  often: Db
  clock: Clock
  /** Tests hand in their own. */
  ticker?: Ticker
  media: MediaStore
  log: Logger
  /** From receipt to the moment an alarm goes out even without an answer. */
  deadlineSeconds: number
  /** Called when work for the analysis processes was committed. */
  onTask: () => void
}
