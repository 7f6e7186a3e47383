import { readFilePath } from '@winnow/intake'
import { sql } from 'kysely'
import { inSystemAtOnce, type Db } from '../../platform/db/transaction.ts'

/**
 * The camera of a site that an uploaded file belongs to, when the device has logged in as the site: the one whose address or name is a folder
 * of the path, else the one with the channel that the path names, else the only one of the site.
 * @returns null if there is none, or more than one
 */
export async function findCameraOfPath(db: Db, siteId: string, path: string, now: Date): Promise<string | null> {
  const folders = path.toLowerCase().split('/').slice(1, -1)
  const { channel } = readFilePath(path, now)
  return findCameraOfSite(db, siteId, { names: folders, channel })
}

/** Whom a message means by names of cameras, or by the number of a recorder's channel. */
interface CameraClues {
  /** Addresses or names of cameras, in lower case. */
  names: readonly string[]
  channel: string | null
}

/** The number in a camera's channel. A person may have written it as 3, 03, D3 or CH 03. */
export const channelNumber = sql<string | null>`substring(channel from '0*([0-9]+)[^0-9]*$')`

/** The camera of a site with a recorder's channel. @returns null if there is none, or more than one */
export async function findCameraOfChannel(db: Db, siteId: string, channel: string): Promise<string | null> {
  const [one, another] = await inSystemAtOnce(
    db,
    db
      .selectFrom('view')
      .select('id')
      .where('site_id', '=', siteId)
      .where('deleted_at', 'is', null)
      .where(channelNumber, '=', channel)
      .limit(2)
      .compile(),
  )
  return one && !another ? one.id : null
}

/**
 * The camera of a recorder's channel, at the site where the recorder's own camera is now.
 * @returns null if that camera has no channel, as one that is no recorder's; or if there is none, or more than one
 */
export async function findCameraBeside(db: Db, viewId: string, channel: string): Promise<string | null> {
  const [one, another] = await inSystemAtOnce(
    db,
    sql<{ id: string }>`
      select id from view where deleted_at is null and ${channelNumber} = ${channel}
        and site_id = (select own.site_id from view own where own.id = ${viewId} and own.channel is not null) limit 2`.compile(
      db,
    ),
  )
  return one && !another ? one.id : null
}

/** The camera of a site that a device means. @returns null if there is none, or more than one */
async function findCameraOfSite(db: Db, siteId: string, { names, channel }: CameraClues): Promise<string | null> {
  const [found] = await inSystemAtOnce(
    db,
    sql<{ id: string; same: number }>`
      select id, count(*) over (partition by rank)::int as same
      from (
        select id, case when address_token = any(${names}::text[]) then 1 when name_key = any(${names}::text[]) then 2
          when ${channelNumber} = ${channel} then 3 else 4 end as rank
        from view where site_id = ${siteId} and deleted_at is null) camera
      order by rank limit 1`.compile(db),
  )
  return found?.same === 1 ? found.id : null
}
