import { createServer, type Server } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AnalysisPool } from '@winnow/vision'
import { packManifestSchema, PUBLISHED_PACKS, type PublishedPack } from '@winnow/vision/packs'
import { rednessManifest, rednessModel } from '@winnow/vision/testing'
import { sql } from 'kysely'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { createLoggedIn, type LoggedIn } from '../../../test/factories.ts'
import { scriptedPool } from '../../../test/scripted-pool.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { createLogger } from '../../platform/log.ts'
import { detectorJobs } from './detector-jobs.ts'
import { startDetectorKeeper, type DetectorKeeper } from './detector-keeper.ts'

const MODEL = rednessModel('published')

/** The response of the download server. Each test may replace it. */
export interface Publisher {
  origin: string
  asked: string[]
  answer: (path: string) => Uint8Array | 'missing' | 'hang'
  close(): Promise<void>
}

async function startPublisher(): Promise<Publisher> {
  const publisher: Publisher = { origin: '', asked: [], answer: () => MODEL, close: () => Promise.resolve() }
  const server: Server = createServer((request, reply) => {
    const path = request.url ?? ''
    publisher.asked.push(path)
    const answer = publisher.answer(path)
    if (answer === 'missing') reply.writeHead(404).end()
    else if (answer === 'hang') reply.writeHead(200, { 'content-length': MODEL.length }).write(MODEL.subarray(0, 10))
    else reply.writeHead(200, { 'content-length': answer.length }).end(answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  publisher.origin = `http://127.0.0.1:${address.port}`
  publisher.close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return publisher
}

/** The known packs by name, each with a network of some hundred bytes. */
function catalogueAt(origin: string): PublishedPack[] {
  const { sha256, ...manifest } = packManifestSchema.parse(rednessManifest(MODEL))
  return PUBLISHED_PACKS.map((pack) => ({
    bytes: MODEL.length,
    manifest: { ...manifest, id: pack.manifest.id, title: pack.manifest.title },
    published: { kind: 'onnx', model: { url: `${origin}/${pack.manifest.id}/net.onnx`, sha256 } },
  }))
}

export interface DetectorWorld {
  server: TestServer
  publisher: Publisher
  /** The publisher's files by name. */
  published: Uint8Array
  owner: LoggedIn
  companyId: string
  call(method: CallMethod, url?: string, body?: object): ReturnType<typeof callApi>
  drop(name: string, bytes: Uint8Array | string): Promise<{ sha256: string; name: string }>
  /** Runs the waiting jobs, as a worker does. */
  work(stopping?: AbortSignal): Promise<void>
  /** Restores the initial state. */
  reset(): Promise<void>
  close(): Promise<void>
}

export async function startDetectorWorld(options: TestServerOptions = {}): Promise<DetectorWorld> {
  const publisher = await startPublisher()
  const server = await startTestServer({
    ...options,
    catalogue: catalogueAt(publisher.origin),
    settings: { WINNOW_ALLOWED_NETWORKS_RECEIVERS: '127.0.0.0/8' },
  })
  const db = server.database.runtime
  const companyId = newId()
  await inSystem(db, (tx) =>
    tx.insertInto('company').values({ id: companyId, name: 'Provider', kind: 'provider' }).execute(),
  )
  const owner = await createLoggedIn(db, { companyId, userType: 'SUPER_USER' })
  return {
    server,
    publisher,
    published: MODEL,
    owner,
    companyId,
    call: (method, url = '', body) => callApi(server, owner, method, `/v1/detectors${url}`, body),
    async drop(name, bytes) {
      const reply = await server.app.inject({
        method: 'POST',
        url: '/api/v1/detectors/file',
        headers: { cookie: owner.cookie, 'x-requested-with': 'winnow', 'content-type': 'application/octet-stream' },
        payload: Buffer.from(bytes),
      })
      return { sha256: reply.json().sha256, name }
    },
    async work(stopping = new AbortController().signal) {
      const [job] = detectorJobs(server.container.deps)
      const task = await inSystem(db, (tx) =>
        tx.selectFrom('detector_task').select('id').where('state', 'in', ['waiting', 'running']).executeTakeFirst(),
      )
      const log = createLogger({ level: 'silent' })
      if (task) await job?.run({ id: task.id }, { attempt: 1, isLastAttempt: false, signal: stopping, log })
    },
    async reset() {
      publisher.asked.length = 0
      publisher.answer = () => MODEL
      await inSystem(server.database.owner, async (tx) => {
        for (const table of ['audit', 'detector', 'detector_task', 'detector_machine'])
          await sql`delete from ${sql.table(table)}`.execute(tx)
      })
      const { media, detectorWork } = server.container.deps
      for await (const { key } of media.list('detectors/', new Date(Date.now() + 60_000))) await media.delete([key])
      await rm(detectorWork, { recursive: true, force: true })
    },
    async close() {
      await server.close()
      await publisher.close()
    },
  }
}

export interface TestMachine {
  keeper: DetectorKeeper
  folder: string
  /** The number of reloads by its analysis processes. */
  renewed: number
  close(): Promise<void>
}

/** An analysis machine with a folder of its own. Its pool reads the same files as a real pool. */
export async function startMachine(world: DetectorWorld, host: string): Promise<TestMachine> {
  const root = await mkdtemp(join(tmpdir(), 'winnow-machine-'))
  const folder = join(root, 'models')
  const { createPackStore } = await import('@winnow/vision/packs')
  const scripted = scriptedPool(() => Promise.reject(new Error('looks at nothing')))
  let loaded: { id: string; version: string }[] = []
  const machine: Omit<TestMachine, 'keeper'> = {
    folder,
    renewed: 0,
    close: async () => {
      await keeper.stop()
      await rm(root, { recursive: true })
    },
  }
  const pool: AnalysisPool = {
    ...scripted,
    async renew() {
      machine.renewed += 1
      const { packs } = await createPackStore(folder).list()
      loaded = packs.map(({ manifest: { id, version } }) => ({ id, version }))
      if (loaded.length === 0) loaded = [{ id: 'centernet', version: '2' }]
    },
    stats: () => ({ ...scripted.stats(), loaded }),
  }
  await pool.renew()
  machine.renewed = 0
  const { db, clock, media } = world.server.container.deps
  const log = createLogger({ level: 'silent' })
  const ticker = { every: () => () => undefined }
  const keeper = startDetectorKeeper({ db, clock, media, log, ticker, pool, packFolder: folder, id: newId(), host })
  await keeper.look()
  return Object.assign(machine, { keeper })
}
