import { CONNECTION_PROBLEMS, type ExacqRecorder } from '@winnow/contract'
import type { ExacqAddress, VmsCode } from '@winnow/delivery'
import { type Selectable, sql } from 'kysely'
import type { CameraSystem, CameraSystems } from '../../platform/connect/camera-systems.ts'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import { openSecret, sealSecret } from '../../platform/crypto/seal-secret.ts'
import { inTenantAtOnce, type Db, type Tx } from '../../platform/db/transaction.ts'
import type { DB } from '../../platform/db/types.generated.ts'
import { notFound } from '../../platform/http/app-error.ts'
import { vmsConnectError } from '../digital-watchdog/index.ts'

export type StoredRecorder = Selectable<DB['exacq_recorder']>

/** The recorders behind which cameras stand. They are called now and then only, so what came of the last call holds until the next one. */
export const exacqSystems: CameraSystems = sql<CameraSystem>`
  select dw_camera.view_id, 'exacq' as kind, recorder.name, recorder.seen_at is not null and recorder.problem is null as is_up,
    timestamptz 'infinity' as lease_until, coalesce(recorder.failing_since, recorder.seen_at) as since, recorder.seen_at as last_up_at,
    recorder.seen_at, recorder.problem, recorder.problem_setting, recorder.failing_since as problem_at
  from exacq_recorder recorder join dw_camera on dw_camera.company_id = recorder.company_id and dw_camera.vendor = 'exacq'
    and dw_camera.system_id = recorder.id::text`

/** The context in which the password of a recorder is sealed. */
export const exacqPasswordContext = (id: string): string => `exacq-recorder:${id}:password`

export const sealExacqPassword = (keys: KeyRing, id: string, password: string): string =>
  sealSecret(keys, password, exacqPasswordContext(id))

/** How a recorder is reached, with its password. */
export const exacqAddressOf = (keys: KeyRing, row: StoredRecorder): ExacqAddress => ({
  host: row.host,
  port: row.port,
  serverNumber: row.server_number,
  user: row.username,
  password: openSecret(keys, row.password, exacqPasswordContext(row.id)),
  fingerprint: row.fingerprint,
})

export const listExacqOf = (tx: Tx, companyId: string): Promise<StoredRecorder[]> =>
  tx
    .selectFrom('exacq_recorder')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy('name')
    .orderBy('id')
    .execute()

/** A recorder of a company. @throws AppError NOT_FOUND, also for one of another company */
export async function requireExacq(tx: Tx, companyId: string, id: string): Promise<StoredRecorder> {
  const row = await tx
    .selectFrom('exacq_recorder')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** The recorders of a company as they are shown. */
export async function presentExacq(tx: Tx, companyId: string): Promise<ExacqRecorder[]> {
  const rows = await listExacqOf(tx, companyId)
  const mapped = await tx
    .selectFrom('dw_camera')
    .select(({ fn }) => ['system_id', fn.countAll<string>().as('count')])
    .where('company_id', '=', companyId)
    .where('vendor', '=', 'exacq')
    .groupBy('system_id')
    .execute()
  const counts = new Map(mapped.map(({ system_id: id, count }) => [id, Number(count)]))
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    host: row.host,
    port: row.port,
    serverNumber: row.server_number,
    username: row.username,
    hasPassword: true,
    fingerprint: row.fingerprint,
    state: {
      isUp: row.seen_at !== null && row.problem === null,
      seenAt: row.seen_at?.toISOString() ?? null,
      problem: CONNECTION_PROBLEMS.find((known) => known === row.problem) ?? null,
      setting: row.problem_setting,
    },
    numberOfMappedCameras: counts.get(row.id) ?? 0,
  }))
}

/** Keeps what came of a call to a recorder. A recorder that was changed since is another one, about which it says nothing. */
export async function noteOutcome(db: Db, row: StoredRecorder, now: Date, code: VmsCode | null): Promise<void> {
  const { problem, setting } = code === null ? { problem: null, setting: null } : vmsConnectError(code, row.host)
  await inTenantAtOnce(row.company_id)(
    db,
    sql`update exacq_recorder set problem = ${problem}::text, problem_setting = ${setting}::text,
        seen_at = case when ${problem}::text is null then ${now}::timestamptz else seen_at end,
        failing_since = case when ${problem}::text is not null then coalesce(failing_since, ${now}::timestamptz) end
      where id = ${row.id} and host = ${row.host} and port = ${row.port} and password = ${row.password}
        and fingerprint = ${row.fingerprint}`.compile(db),
  )
}

/** A recorder's camera that is mapped to one of ours. */
interface MappedRecorder {
  row: StoredRecorder
  cameraId: string
}

/** Finds the recorder of one of our cameras, while a message is read; the first one by its id where it is mapped to several. */
export async function findRecorderOf(db: Db, companyId: string, viewId: string): Promise<MappedRecorder | undefined> {
  const [found] = await inTenantAtOnce(companyId)(
    db,
    sql<StoredRecorder & { camera_id: string }>`select exacq_recorder.*, dw_camera.camera_id
      from dw_camera join exacq_recorder on exacq_recorder.id::text = dw_camera.system_id
        and exacq_recorder.company_id = dw_camera.company_id
      where dw_camera.company_id = ${companyId} and dw_camera.view_id = ${viewId} and dw_camera.vendor = 'exacq'
      order by dw_camera.system_id, dw_camera.camera_id limit 1`.compile(db),
  )
  if (!found) return undefined
  const { camera_id: cameraId, ...row } = found
  return { row, cameraId }
}
