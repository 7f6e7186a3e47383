import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { findFrameFiles, type FrameFiles, type Thumbnails } from '../alarms/index.ts'

/** A picture of a camera. */
export interface Snapshot {
  viewId: string
  /** The time at which the camera sent the picture. */
  takenAt: Date
  files: FrameFiles
}

/** Runs a read in a transaction of the camera's company. */
export type Read = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** A way to get pictures of cameras. Cameras that can be asked for a picture need a separate source. */
export interface SnapshotSource {
  /** Returns the latest stored picture; undefined if the camera has none. */
  find(read: Read, viewId: string): Promise<Snapshot | undefined>
  /** Takes a new picture. For cameras that cannot be asked for one, returns the latest stored picture. */
  take(read: Read, viewId: string): Promise<Snapshot | undefined>
}

/** Finds the latest picture that a camera has sent. A test picture that a user uploaded is returned only if there is no other. */
async function findReceived(tx: Tx, viewId: string): Promise<Snapshot | undefined> {
  const newest = (isTest: boolean) => sql`
    (select alarm.id, alarm.received_at, frame.position from alarm
      join lateral (select position from frame where frame.alarm_id = alarm.id and frame.display_key is not null
        order by position limit 1) frame on true
      where alarm.view_id = ${viewId} and alarm.frame_count > 0 and alarm.is_test = ${isTest} order by alarm.id desc limit 1)`
  const { rows } = await sql<{ id: string; received_at: Date; position: number }>`
    select * from ${newest(false)} own union all
    select * from ${newest(true)} test limit 1`.execute(tx)
  const [row] = rows
  const files = row && (await findFrameFiles(tx, row.id, row.position))
  return files && { viewId, takenAt: row.received_at, files }
}

/** The source for cameras that send pictures and cannot be asked for one. */
const received: SnapshotSource = {
  find: (read, viewId) => read((tx) => findReceived(tx, viewId)),
  take: (read, viewId) => read((tx) => findReceived(tx, viewId)),
}

/** Pictures of cameras from any source. */
export interface Snapshots {
  find(read: Read, viewId: string): Promise<Snapshot | undefined>
  /**
   * Takes a new picture of a camera and makes its small copy, for a request or a job. Needs no transaction.
   * @returns undefined if the camera has sent no picture
   */
  take(read: Read, viewId: string): Promise<Snapshot | undefined>
}

export function createSnapshots(thumbnails: Thumbnails): Snapshots {
  // All kinds of cameras that exist today only send pictures.
  const source = received
  return {
    find: (read, viewId) => source.find(read, viewId),
    async take(read, viewId) {
      const snapshot = await source.take(read, viewId)
      if (snapshot) await thumbnails.keyOf(snapshot.files)
      return snapshot
    },
  }
}
