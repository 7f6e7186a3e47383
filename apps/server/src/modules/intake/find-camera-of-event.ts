import { sql } from 'kysely'
import { inSystemAtOnce, type Db } from '../../platform/db/transaction.ts'
import { channelNumber, findCameraBeside, findCameraOfChannel } from './find-camera-of-path.ts'

/** What an event of a recorder says about the channel that it is of. */
export interface EventChannel {
  /** The number as people count channels: from 1. */
  channel: string
  /**
   * The number as the device wrote it; null or left out where it is the same. Most recorders count network cameras from 33 in events, but those with more than 32, and those
   * with analog inputs, may count on.
   */
  written?: string | null | undefined
  /** The name that the device has for the channel. */
  name?: string | null | undefined
}

/** A site, or the site where a recorder's own camera is now. */
export type EventPlace = { siteId: string } | { besideViewId: string }

/** The camera of an event, with the number of its channel at the recorder. */
export interface EventCamera {
  viewId: string
  channel: string
}

interface Candidate {
  id: string
  isWritten: boolean
  isNamed: boolean
}

/**
 * The camera of the site that an event of a recorder is of. Where one has the number that is written and another the number as people count, the one with
 * the name that the device has for the channel counts, else the one with the number that is written: a site with a camera for both has more than 32, or analog ones.
 * @returns null if there is none, or more than one
 */
export async function findCameraOfEvent(db: Db, place: EventPlace, event: EventChannel): Promise<EventCamera | null> {
  const { channel, written = null, name = null } = event
  if (written === null) {
    const viewId =
      'siteId' in place
        ? await findCameraOfChannel(db, place.siteId, channel)
        : await findCameraBeside(db, place.besideViewId, channel)
    return viewId === null ? null : { viewId, channel }
  }
  const site =
    'siteId' in place
      ? sql`${place.siteId}`
      : sql`(select own.site_id from view own where own.id = ${place.besideViewId} and own.channel is not null)`
  const candidates = await inSystemAtOnce(
    db,
    sql<Candidate>`
      select id, ${channelNumber} = ${written} as "isWritten", coalesce(name_key = lower(${name}::text), false) as "isNamed"
      from view where deleted_at is null and ${channelNumber} in (${channel}, ${written}) and site_id = ${site}`.compile(
      db,
    ),
  )
  const found = pick(candidates)
  return found ? { viewId: found.id, channel: found.isWritten ? written : channel } : null
}

const only = (candidates: readonly Candidate[]): Candidate | null =>
  candidates.length === 1 ? (candidates[0] ?? null) : null

function pick(candidates: readonly Candidate[]): Candidate | null {
  const written = candidates.filter(({ isWritten }) => isWritten)
  const counted = candidates.filter(({ isWritten }) => !isWritten)
  if (written.length === 0) return only(counted)
  if (counted.length === 0) return only(written)
  return only(candidates.filter(({ isNamed }) => isNamed)) ?? only(written)
}
