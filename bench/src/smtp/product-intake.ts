import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { MAX_MESSAGE_BYTES } from '@winnow/contract'
import { createDeadline } from '@winnow/domain'
import { createDc09Server, createFtpServer, createSmtpServer, Turns } from '@winnow/intake'
import {
  createIngestLimits,
  createBytesInFlight,
  createDc09Ports,
  createFtpPorts,
  createReadingMemory,
  createSignalPump,
  createSmtpPorts,
  type SignalPump,
} from '@winnow/server/src/modules/intake/index.ts'
import { hashDevicePassword } from '@winnow/server/src/platform/crypto/device-password.ts'
import { newKeyRing } from '@winnow/server/src/platform/crypto/key-ring.ts'
import { systemClock } from '@winnow/server/src/platform/clock.ts'
import { openDatabase, type Database } from '@winnow/server/src/platform/db/open-database.ts'
import { inSystem } from '@winnow/server/src/platform/db/transaction.ts'
import { withClient } from '@winnow/server/src/platform/db/with-client.ts'
import { createLogger } from '@winnow/server/src/platform/log.ts'
import { createRateLimiter } from '@winnow/server/src/platform/http/rate-limit.ts'
import { openFileStore } from '@winnow/server/src/platform/media/file-store.ts'
import { createMetrics } from '@winnow/server/src/platform/metrics.ts'
import { graphileQueue } from '@winnow/server/src/platform/jobs/graphile-queue.ts'
import { createPanelCounter } from '@winnow/server/src/modules/intake/panel-metrics.ts'
import { createBareRoute } from '../dc09/bare-route.ts'
import { createPushApp } from '../hikvision/push-app.ts'
import { seedTree } from '../seed/tree.ts'
import type { IntakeServer } from './intake-server.ts'

const COMPANY = '01900000-0000-7000-8000-00000000000c'
const VIEWS = 200
/** One sender represents all cameras here, so the rate limit for a single address must not affect the measurement. */
const UNLIMITED = createRateLimiter({ limit: Number.MAX_SAFE_INTEGER, windowMs: 60_000 })

/** The password of each camera for FTP. */
export const FTP_PASSWORD = 'bench'

/** A panel for each site, whose detectors are the cameras of the site. */
const PANELS = `
  insert into panel (id, company_id, account)
    select id, company_id, upper(lpad(to_hex(row_number() over (order by id)), 4, '0')) from site;
  update view set channel = place.number from (
    select id, (row_number() over (partition by site_id order by id))::text as number from view) place where place.id = view.id`
/** Each camera as its device names it: by its address, by the account and detector of its panel, by its ids. */
const CAMERAS = `
  select view.address_token as token, view.push_token as push, panel.account || '/' || view.channel as zone, view.site_id || '/' || view.id as ids
  from view join panel on panel.id = view.site_id`

/** What the product is to do in a measurement. */
interface ProductOptions {
  reads: boolean
  /** `route`: an HTTP route that stores the same bytes in the same way, and does nothing else. */
  by?: 'smtp' | 'ftp' | 'dc09' | 'push' | 'route'
}

/** The database of the product, whose server writes no log here. */
const openQuietDatabase = (dataDir: string): Promise<Database> =>
  openDatabase({
    dataDir,
    database: {},
    onServerLog: () => {},
    onPoolError: (error) => console.error(error.message),
  })

interface SeededCamera {
  token: string
  push: string
  zone: string
  ids: string
}

/** Seeds the cameras of a company with their panels and passwords. */
const seedCameras = ({ server }: Database): Promise<SeededCamera[]> =>
  withClient(server.ownerUrl, async (client) => {
    await client.query(`select set_config('app.system', 'on', false)`)
    await seedTree(client, { company: COMPANY, projects: 5, sites: 100, views: VIEWS })
    await client.query('update view set device_password_hash = $1', [hashDevicePassword(FTP_PASSWORD)])
    await client.query(PANELS)
    return (await client.query<SeededCamera>(CAMERAS)).rows
  })

/** What a sender writes to name a camera. */
function addressOf({ token, push, zone, ids }: SeededCamera, by: ProductOptions['by']): string {
  if (by === 'dc09') return zone
  if (by === 'route') return ids
  if (by === 'push') return `api/v1/hik/${push}`
  return by === 'ftp' ? token : `${token}@winnow.local`
}

/** Winnow's intake of mails or files with its database and media store, as the program wires them, without analysis. */
export async function startProductIntake(dataDir: string, options: ProductOptions): Promise<IntakeServer> {
  await mkdir(dataDir, { recursive: true })
  const database = await openQuietDatabase(dataDir)
  const cameras = await seedCameras(database)
  const media = await openFileStore({ root: join(dataDir, 'media') })
  const log = createLogger({ level: 'error', write: (line) => console.error(line) })
  const deps = {
    db: database.runtime,
    preparedDb: database.preparedDb,
    clock: systemClock,
    media,
    log,
    readingMemory: createReadingMemory(),
    bytesInFlight: createBytesInFlight(),
    turns: new Turns(),
    deadline: createDeadline(15),
    onJoined: async () => undefined,
    onTampering: async () => undefined,
    onTask: () => {},
  }
  const measured = await createIngestLimits({ places: [() => media.freeBytes()], log, minFreeDiskMb: 512 })
  const limits = { ...measured, byAddress: UNLIMITED, byCamera: UNLIMITED }
  const reading = createSignalPump(deps)
  if (!options.reads) await reading.stop()
  const pump: SignalPump = options.reads ? reading : { ...reading, push: () => {} }
  const common = { host: '127.0.0.1', port: 0, maxBytes: MAX_MESSAGE_BYTES, log }
  const taking = { ...deps, queue: graphileQueue, limits, pump }
  const panelProblems = createPanelCounter(createMetrics())
  const servers = {
    ftp: () => createFtpServer({ ...common, requireTls: false, ports: createFtpPorts(taking) }),
    smtp: () => createSmtpServer({ ...common, authOptional: true, ports: createSmtpPorts(taking) }),
    push: () => createPushApp(taking, log),
    route: () => createBareRoute({ ...deps, companyId: COMPANY }),
    dc09: () =>
      createDc09Server({
        ...common,
        requireEncryption: false,
        maxConnectionsPerAddress: 500,
        now: () => systemClock.now(),
        ports: createDc09Ports({ ...taking, keys: newKeyRing(), panelProblems }),
      }),
  }
  const server = servers[options.by ?? 'smtp']()
  const { port } = await server.listen()
  return {
    port,
    addresses: cameras.map((camera) => addressOf(camera, options.by)),
    async settled() {
      while (options.reads && (await isReading(database))) await wait(100)
    },
    async close() {
      await server.close(1000)
      await reading.stop()
      measured.stop()
      media.close()
      await database.close()
    },
  }
}

const isReading = async ({ runtime }: Database): Promise<boolean> =>
  (await inSystem(runtime, (tx) =>
    tx.selectFrom('signal').select('id').where('state', '=', 'stored').limit(1).executeTakeFirst(),
  )) !== undefined
