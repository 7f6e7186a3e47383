import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createProject, createSite, createToken, createView, getCurrentUser, getViewIntake } from '@winnow/contract'
import { withClient } from '@winnow/server/src/platform/db/with-client.ts'
import { findRunningPostgres } from '@winnow/server/src/platform/postgres/embedded-postgres.ts'
import { deliver, prepareAlarm, type CameraTarget } from '@winnow/testkit'
import type { Client } from 'pg'
import { logIn, type ApiClient } from '../../../e2e/src/harness/api-client.ts'
import { startProduct } from '../../../e2e/src/harness/product.ts'
import { watchVerdicts, type VerdictWatch } from './verdict-watch.ts'

const SITES = 20
/** At 20 alarms per second, each camera sends one in 20 s, so that no two alarms form a burst. */
const CAMERAS_PER_SITE = 20
/** Forms of the alarms: mails of two makes of camera, multipart uploads and JSON. */
const KINDS: readonly Pick<CameraTarget, 'via' | 'vendor'>[] = [
  { via: 'smtp', vendor: 'hikvision' },
  { via: 'http', vendor: 'axis' },
  { via: 'smtp', vendor: 'axis' },
  { via: 'http', vendor: 'json' },
]
const WARM_UP_ALARMS = 8
const WARM_UP_MS = 120_000

/** Pictures of one alarm. */
export type Pictures = readonly Buffer[]

export interface WorkingProduct {
  watch: VerdictWatch
  /** Lets the next camera send an alarm, by mail or by HTTP. Resolves to whether the alarm was accepted. */
  send(pictures: Pictures): Promise<boolean>
  /** Runs `work` on a database connection that can see the rows of every company. */
  asOwner<T>(work: (client: Client) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** The running product with cameras, a token and a live stream of an administrator, fully warmed up. */
export async function startWorkingProduct(dataDir: string, alarms: readonly Pictures[]): Promise<WorkingProduct> {
  const product = await startProduct({
    dataDir,
    settings: { WINNOW_DEMO: 'still', WINNOW_ANALYSIS_PROCESSES: '2', WINNOW_LOG_LEVEL: 'error' },
  })
  try {
    const account = product.accounts['admin']
    const postgres = await findRunningPostgres(join(dataDir, 'postgres'))
    if (!account || !postgres) throw new Error('the product came up without an administrator or its database')
    const api = await logIn(product.url, account)
    const { secret: token } = await api.call(createToken, { body: { tokenType: 'ingest', name: 'Bench' } })
    const endpoints = { smtp: product.smtp, http: { url: product.url, token } }
    const cameras = await createCameras(api)
    const watch = await watchVerdicts(product.url, api.cookie)
    let sent = 0
    const send = async (pictures: Pictures): Promise<boolean> => {
      const sequence = ++sent
      const camera = cameras[sequence % cameras.length]
      if (!camera) throw new Error('there are no cameras')
      const frames = pictures.map((jpeg, index) => ({ jpeg, at: index * 1000 }))
      const [message] = await prepareAlarm(camera, { at: new Date(), pictures: frames, sequence })
      if (!message) throw new Error('the camera has nothing to send')
      watch.sends(camera.viewId)
      const { accepted } = await deliver(message, endpoints)
      if (!accepted) watch.forget(camera.viewId)
      return accepted
    }
    await warmUp(watch, send, alarms)
    return {
      watch,
      send,
      asOwner: (work) =>
        withClient(postgres.url('owner'), async (client) => {
          await client.query(`select set_config('app.system', 'on', false)`)
          return work(client)
        }),
      async close() {
        await watch.close()
        await product.stop()
      },
    }
  } catch (error) {
    await product.stop()
    throw error
  }
}

/** Creates one client whose sites have equal numbers of cameras, by the operations that an administrator uses. */
async function createCameras(api: ApiClient): Promise<CameraTarget[]> {
  const { companyId } = await api.call(getCurrentUser)
  const project = await api.call(createProject, { params: { id: companyId }, body: { name: 'Bench' } })
  const createAt = async (site: number): Promise<CameraTarget[]> => {
    const { id } = await api.call(createSite, { params: { id: project.id }, body: { name: `Site ${site}` } })
    const cameras: CameraTarget[] = []
    for (let seed = 0; seed < CAMERAS_PER_SITE; seed++) {
      const kind = KINDS[seed % KINDS.length]
      if (!kind) continue
      const name = `Camera ${site}-${seed}`
      const view = await api.call(createView, { params: { id }, body: { name } })
      const { address } = await api.call(getViewIntake, { params: { id: view.id } })
      cameras.push({ viewId: view.id, name, seed, address, ...kind })
    }
    return cameras
  }
  const bySite = await Promise.all(Array.from({ length: SITES }, (_, site) => createAt(site)))
  return bySite.flat()
}

/** Sends the first alarms. They wait until the models are loaded, which must not be measured. */
async function warmUp(watch: VerdictWatch, send: WorkingProduct['send'], alarms: readonly Pictures[]): Promise<void> {
  const end = Date.now() + WARM_UP_MS
  for (let index = 0; index < WARM_UP_ALARMS; index++) await send(alarms[index % alarms.length] ?? [])
  while (watch.waiting() > 0) {
    if (Date.now() > end) throw new Error('the first alarms got no verdict')
    await wait(100)
  }
  watch.take()
}
