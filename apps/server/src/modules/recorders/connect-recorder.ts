import { CALLED_MAKERS, type DeviceAddress, type CalledMaker } from '@winnow/contract'
import { sql } from 'kysely'
import type { AuditEntry } from '../../platform/audit-entry.ts'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { WorkWakes } from '../../platform/events/work-wakes.ts'
import { channelNumber } from '../intake/index.ts'
import { connectCamera } from '../connect/index.ts'

/** What a connection is made of. */
export interface RecorderConnection {
  companyId: string
  siteId: string
  maker: CalledMaker
  settings: DeviceAddress
  password: string
  /** The numbers of the recorder's channels. */
  channels: readonly string[]
  /** Whether a program asks for it: people cannot configure cameras that programs created. */
  isByProgram: boolean
}

export interface ConnectDeps {
  keys: KeyRing
  wakes: Pick<WorkWakes, 'wake'>
}

interface Candidate {
  id: string
  name: string
  is_same: boolean
  created_by_api: boolean
}

/**
 * The camera that holds the connection: the one that is connected to this recorder already, else the first of its channels that is connected
 * to no other device, since that one may not be lost.
 */
async function findHolder(tx: Tx, { siteId, settings, channels }: RecorderConnection): Promise<Candidate[]> {
  const { host, port } = settings
  const { rows } = await sql<Candidate>`
    select view.id, view.name, view.created_by_api, connection.id is not null as is_same from view
      left join connection on connection.view_id = view.id and connection.kind = any(${[...CALLED_MAKERS]}::text[])
    where view.site_id = ${siteId} and view.deleted_at is null
      and case when connection.id is null then ${channelNumber} = any(${[...channels]}::text[])
        else connection.settings ->> 'host' = ${host} and connection.settings ->> 'port' = ${String(port)} end
    order by is_same desc, length(${channelNumber}), ${channelNumber}, view.id`.execute(tx)
  return rows
}

/**
 * Has this server read the events of a recorder, by one of its cameras at the site.
 * @returns the audit entry of the camera; undefined where no camera can hold the connection
 */
export async function connectRecorder(
  tx: Tx,
  { keys, wakes, now }: ConnectDeps & { now: Date },
  recorder: RecorderConnection,
): Promise<(AuditEntry & { objectId: string }) | undefined> {
  const [first, ...others] = await findHolder(tx, recorder)
  const mayChange = (view: Candidate): boolean => recorder.isByProgram || !view.created_by_api
  // One that is connected and may not be changed stays as it is: its events come in.
  const holder = first?.is_same ? first : [first, ...others].find((view) => view && mayChange(view))
  if (!holder || !mayChange(holder)) return undefined
  const { companyId, maker, settings, password: secret } = recorder
  await connectCamera(tx, { keys, wakes, now }, { companyId, viewId: holder.id, maker, settings, secret })
  return {
    action: 'view.changed',
    objectType: 'view',
    objectId: holder.id,
    objectName: holder.name,
    after: { connection: { maker, ...settings } },
  }
}
