import type { Deadline } from '@winnow/domain'
import type { Turns } from '@winnow/intake'
import type { Clock, Ticker } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db/transaction.ts'
import type { Logger } from '../../platform/log.ts'
import type { MediaStore } from '../../platform/media/media-store.ts'
import type { OnTampering } from '../tampering/index.ts'
import type { BytesInFlight } from './bytes-in-flight.ts'
import type { PictureSources } from './fetched-pictures.ts'
import type { VmsPictures } from './read-signal.ts'
import type { ReadingMemory } from './reading-memory.ts'

export interface IntakeDeps extends PictureSources {
  readingMemory: ReadingMemory
  bytesInFlight: BytesInFlight
  /** The queue for handling large messages, by mail and by HTTP. */
  turns: Turns
  db: Db
  /** The same database with prepared statements, for the statements that run for every message. */
  preparedDb: Db
  clock: Clock
  /** Tests pass their own. */
  ticker?: Ticker
  media: MediaStore
  log: Logger
  /** The time after receipt at which an alarm is passed on even without a verdict. */
  deadline: Deadline
  /** Called when a mail has joined an alarm, in the transaction that files it. */
  onJoined: (tx: Tx, joined: { alarmId: string; signalId: string }, now: Date) => Promise<void>
  /** Told of a tampering that a device reports, in the same transaction. */
  onTampering: OnTampering
  /** Fetch the pictures of an event that a video system sent without them. */
  fetchVmsPictures?: VmsPictures
  /** Called when work for the analysis processes was committed. */
  onTask: () => void
}
