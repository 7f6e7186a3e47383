import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import { afterCommit, inSystem, type Db, type Tx } from '../../platform/db/transaction.ts'
import type { Env } from '../../platform/env.ts'
import type { WorkWakes } from '../../platform/events/work-wakes.ts'
import { findFreePort, isPortFree } from '../../platform/postgres/free-port.ts'
import { STREAM_KIND, streamSettings } from '../camera-streams/index.ts'
import { storeConnection } from '../connect/index.ts'
import { STREAM_CAMERA } from './demo-cameras.ts'

/** Seconds without another alarm after one, as for any camera. */
const COOL_DOWN_SECONDS = 30

const urlAt = (port: number): string => `rtsp://127.0.0.1:${port}/demo`

/** The port of the demo's stream that settings name; undefined for any other stream, as one that a person entered. */
function portIn(settings: unknown): number | undefined {
  const { url } = streamSettings.parse(settings)
  const port = /^rtsp:\/\/127\.0\.0\.1:(\d{1,5})\/demo$/.exec(url)?.[1]
  return port === undefined ? undefined : Number(port)
}

interface Found {
  viewId: string
  companyId: string
  /** Its connection; undefined where it has none now. */
  stream: { connectionId: string; settings: unknown; port: number } | undefined
}

/**
 * The demo's camera with a stream: whichever reads the demo's stream, or the one of that name that reads none. Undefined if somebody gave it
 * another stream or another type. One that was deleted is found too, since it can be restored.
 */
async function findCamera(tx: Tx): Promise<Found | undefined> {
  const rows = await tx
    .selectFrom('view')
    .innerJoin('company', 'company.id', 'view.company_id')
    .leftJoin('connection', (join) =>
      join.onRef('connection.view_id', '=', 'view.id').on('connection.kind', '=', STREAM_KIND),
    )
    .select(['view.id', 'view.name', 'view.company_id', 'connection.id as connection_id', 'connection.settings'])
    .where('company.is_demo', '=', true)
    .where('view.integration', '=', 'rtsp')
    .orderBy('view.id')
    .execute()
  const found = rows.map(({ id, name, company_id: companyId, connection_id: connectionId, settings }) => {
    const port = connectionId === null ? undefined : portIn(settings)
    const stream = connectionId === null || port === undefined ? undefined : { connectionId, settings, port }
    return { viewId: id, companyId, stream, isFree: connectionId === null && name === STREAM_CAMERA.name }
  })
  return found.find(({ stream }) => stream !== undefined) ?? found.find(({ isFree }) => isFree)
}

/** The ports of the settings. They may be free now, because their listeners start later. */
const ownPorts = (env: Env): (number | undefined)[] => [
  env.http.port,
  env.ingest.port,
  env.probes.port,
  env.smtp.port,
  env.ftp?.port,
  env.ftp?.tlsPort,
  env.dc09?.port,
  env.frontel?.port,
]

/**
 * The port of 127.0.0.1 for the demo's stream: the one of the last start, or another one where that is taken. Undefined where no stream is
 * shown: without a demo whose cameras send, without its camera, and where this start does not both show the stream and read it.
 */
export async function chooseStreamPort(db: Db, env: Env): Promise<number | undefined> {
  if (!env.demoCamerasSend || !env.roles.includes('api') || !env.roles.includes('connect')) return undefined
  const stored = await inSystem(db, async (tx) => {
    const camera = await findCamera(tx)
    if (camera) return { port: camera.stream?.port }
    // An empty database gets its demo later in this start.
    const someone = await tx.selectFrom('company').select('id').limit(1).executeTakeFirst()
    return someone ? undefined : { port: undefined }
  })
  if (!stored) return undefined
  const own = ownPorts(env)
  if (stored.port !== undefined && !own.includes(stored.port) && (await isPortFree(stored.port))) return stored.port
  let port: number
  do {
    // oxlint-disable-next-line no-await-in-loop -- a second try is rare
    port = await findFreePort("the demo's stream")
  } while (own.includes(port))
  return port
}

/**
 * Lets the demo's camera read the stream at this port. Without a port its connection is removed, so that it does not stand there as failing;
 * the next start with a stream makes it again.
 */
export async function keepDemoStream(
  db: Db,
  deps: { keys: KeyRing; wakes: Pick<WorkWakes, 'wake'>; now: Date },
  port: number | undefined,
): Promise<void> {
  await inSystem(db, async (tx) => {
    const camera = await findCamera(tx)
    if (!camera || camera.stream?.port === port) return
    const { viewId, companyId, stream } = camera
    if (port === undefined) {
      if (stream) await tx.deleteFrom('connection').where('id', '=', stream.connectionId).execute()
      afterCommit(tx, () => deps.wakes.wake('connect'))
      return
    }
    const kept = stream ? streamSettings.parse(stream.settings) : { username: '', coolDownSeconds: COOL_DOWN_SECONDS }
    const settings = streamSettings.parse({ ...kept, url: urlAt(port) })
    await storeConnection(tx, deps, { companyId, siteId: null, viewId, kind: STREAM_KIND, settings })
  })
}
