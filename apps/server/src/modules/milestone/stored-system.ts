import { CONNECTION_PROBLEMS, type MilestoneGap, type MilestoneRecorder, type MilestoneSystem } from '@winnow/contract'
import type { VmsAddress } from '@winnow/delivery'
import { type Selectable, sql } from 'kysely'
import type { CameraSystem, CameraSystems } from '../../platform/connect/camera-systems.ts'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import { openSecret, sealSecret } from '../../platform/crypto/seal-secret.ts'
import { inSystemAtOnce, type Db, type Tx } from '../../platform/db/transaction.ts'
import type { DB } from '../../platform/db/types.generated.ts'
import { countMappedCameras } from '../digital-watchdog/index.ts'

type Row = Selectable<DB['milestone_system']>

/** A company's system as it is stored. */
export interface StoredSystem extends Omit<Row, 'event_types' | 'recorders' | 'gap'> {
  event_types: MilestoneSystem['eventTypes']
  recorders: MilestoneRecorder[]
  gap: MilestoneGap | null
}

/** The kind of the connections to such systems. */
export const MILESTONE_KIND = 'milestone'

/** The systems behind which cameras stand. */
export const milestoneSystems: CameraSystems = sql<CameraSystem>`
  select dw_camera.view_id, 'milestone' as kind, milestone_system.system_name as name, connection.is_up, connection.lease_until, connection.since,
    connection.last_up_at, connection.seen_at, connection.problem, connection.problem_setting, connection.problem_at
  from connection join milestone_system on milestone_system.company_id = connection.company_id
    join dw_camera on dw_camera.company_id = connection.company_id and dw_camera.vendor = 'milestone'
      and dw_camera.system_id = milestone_system.system_id
  where connection.kind = ${sql.lit(MILESTONE_KIND)} and connection.view_id is null`

/** The context in which the password of a system is sealed. */
export const milestonePasswordContext = (id: string): string => `milestone-system:${id}:password`

export const sealMilestonePassword = (keys: KeyRing, id: string, password: string): string =>
  sealSecret(keys, password, milestonePasswordContext(id))

/** How the gateway of a system is reached, with its password. */
export const milestoneAddressOf = (keys: KeyRing, row: StoredSystem): VmsAddress => ({
  host: row.host,
  port: row.port,
  user: row.username,
  password: openSecret(keys, row.password, milestonePasswordContext(row.id)),
  fingerprint: row.fingerprint,
})

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the columns have these shapes, which the server alone writes
const asStored = (row: Row | undefined): StoredSystem | undefined => row as StoredSystem | undefined

export const findMilestoneOf = async (tx: Tx, companyId: string): Promise<StoredSystem | undefined> =>
  asStored(await tx.selectFrom('milestone_system').selectAll().where('company_id', '=', companyId).executeTakeFirst())

/** Finds the system of a company, and how it is reached, outside the request of a user. */
export type FindMilestone = (companyId: string) => Promise<{ row: StoredSystem; address: VmsAddress } | undefined>

export const createFindMilestone =
  ({ preparedDb, keys }: { preparedDb: Db; keys: KeyRing }): FindMilestone =>
  async (companyId) => {
    const [found] = await inSystemAtOnce(
      preparedDb,
      preparedDb.selectFrom('milestone_system').selectAll().where('company_id', '=', companyId).compile(),
    )
    const row = asStored(found)
    return row && { row, address: milestoneAddressOf(keys, row) }
  }

/** The system of a company as it is shown; null if there is none. */
export async function presentMilestone(tx: Tx, companyId: string): Promise<MilestoneSystem | null> {
  const row = await findMilestoneOf(tx, companyId)
  if (!row) return null
  const connection = await tx
    .selectFrom('connection')
    .select(['is_up', 'seen_at', 'event_at', 'problem', 'problem_setting'])
    .where('company_id', '=', companyId)
    .where('kind', '=', MILESTONE_KIND)
    .executeTakeFirst()
  return {
    host: row.host,
    port: row.port,
    username: row.username,
    hasPassword: true,
    fingerprint: row.fingerprint,
    systemId: row.system_id,
    systemName: row.system_name,
    eventTypes: row.event_types,
    connection: {
      isUp: connection?.is_up ?? false,
      seenAt: connection?.seen_at?.toISOString() ?? null,
      problem: CONNECTION_PROBLEMS.find((known) => known === connection?.problem) ?? null,
      setting: connection?.problem_setting ?? null,
    },
    lastEventAt: connection?.event_at?.toISOString() ?? null,
    recorders: row.recorders,
    gap: row.gap,
    numberOfMappedCameras: await countMappedCameras(tx, companyId, 'milestone'),
  }
}
