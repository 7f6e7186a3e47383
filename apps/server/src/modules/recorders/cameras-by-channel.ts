import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { channelNumber } from '../intake/index.ts'

/** A camera of a site that has a channel. */
export interface ChannelCamera {
  id: string
  name: string
}

/** The cameras of a site by the numbers of their channels, as the events of a recorder find them. Of several with one number, the oldest. */
export async function camerasByChannel(tx: Tx, siteId: string): Promise<Map<string, ChannelCamera>> {
  const { rows } = await sql<ChannelCamera & { channel: string }>`
    select id, name, ${channelNumber} as channel from view
    where site_id = ${siteId} and deleted_at is null and ${channelNumber} is not null order by id desc`.execute(tx)
  return new Map(rows.map(({ channel, id, name }) => [channel, { id, name }]))
}
