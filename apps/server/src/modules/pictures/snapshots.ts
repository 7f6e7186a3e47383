import type { Grants } from '@winnow/domain'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { inGrants } from '../access/index.ts'
import { findFrameFiles, type FrameFiles, type Thumbnails } from '../alarms/index.ts'

/** A picture of a camera. */
export interface Snapshot {
  viewId: string
  /** The time at which the picture was received from the camera or from a user. */
  takenAt: Date
  files: FrameFiles
}

/** Runs a read in a transaction of the camera's company. */
export type Read = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** A camera, and what the caller sees of the company. */
export interface Asked {
  viewId: string
  grants: Grants
}

/** A way to get pictures of cameras. Cameras that can be asked for a picture need a separate source. */
export interface SnapshotSource {
  /** Returns the latest stored picture; undefined if the camera has none. */
  find(read: Read, asked: Asked): Promise<Snapshot | undefined>
  /** Takes a new picture. For cameras that cannot be asked for one, returns the latest stored picture. */
  take(read: Read, asked: Asked): Promise<Snapshot | undefined>
}

/**
 * Finds the latest picture of a camera, sent by the camera or uploaded by a user. A picture stays at the site where it was received, so users of
 * a site to which the camera was moved get only pictures from there.
 */
async function findReceived(tx: Tx, { viewId, grants }: Asked): Promise<Snapshot | undefined> {
  const { rows } = await sql<{ id: string; received_at: Date; position: number }>`
    select alarm.id, alarm.received_at, frame.position from alarm
    join lateral (select position from frame where frame.alarm_id = alarm.id and frame.display_key is not null
      order by position limit 1) frame on true
    where alarm.view_id = ${viewId} and alarm.frame_count > 0 and ${inGrants(grants, 'alarm')}
    order by alarm.id desc limit 1`.execute(tx)
  const [row] = rows
  const files = row && (await findFrameFiles(tx, row.id, row.position))
  return files && { viewId, takenAt: row.received_at, files }
}

/** The source for cameras that send pictures and cannot be asked for one. */
const received: SnapshotSource = {
  find: (read, asked) => read((tx) => findReceived(tx, asked)),
  take: (read, asked) => read((tx) => findReceived(tx, asked)),
}

/** A picture that was taken of a camera when it was added, and that belongs to no alarm. */
export interface FirstSnapshot {
  key: string
  takenAt: Date
  view: { id: string; name: string }
}

/** Pictures of cameras from any source. */
export interface Snapshots {
  find(read: Read, asked: Asked): Promise<Snapshot | undefined>
  /**
   * Takes a new picture of a camera and makes its small copy, for a request or a job. Needs no transaction.
   * @returns undefined if the camera has no picture
   */
  take(read: Read, asked: Asked): Promise<Snapshot | undefined>
  /** The picture from when the camera was added, at the site where it is now. For a camera that has sent none. */
  findFirst(read: Read, viewId: string): Promise<FirstSnapshot | undefined>
}

/** SQL on table `view`: when its first picture was taken, if that was at the site where the camera is now. */
export const firstPictureAt = sql<Date | null>`(case when view.first_picture_key like 'cameras/' || view.site_id || '/%' then view.first_picture_at end)`

async function findFirst(tx: Tx, viewId: string): Promise<FirstSnapshot | undefined> {
  const { rows } = await sql<{ name: string; key: string; at: Date | null }>`
    select name, first_picture_key as key, ${firstPictureAt} as at from view where id = ${viewId}`.execute(tx)
  const [row] = rows
  return row?.at ? { key: row.key, takenAt: row.at, view: { id: viewId, name: row.name } } : undefined
}

export function createSnapshots(thumbnails: Thumbnails): Snapshots {
  // All kinds of cameras that exist today only send pictures.
  const source = received
  return {
    find: (read, asked) => source.find(read, asked),
    findFirst: (read, viewId) => read((tx) => findFirst(tx, viewId)),
    async take(read, asked) {
      const snapshot = await source.take(read, asked)
      if (snapshot) await thumbnails.keyOf(snapshot.files)
      return snapshot
    },
  }
}
