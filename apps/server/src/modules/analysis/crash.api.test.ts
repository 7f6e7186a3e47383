import { renderScene } from '@winnow/testkit'
import { createAnalysisPool, type AnalysisPool } from '@winnow/vision'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCamera, createTenant, type Tenant } from '../../../test/factories.ts'
import { cameraMail, sendBySmtp } from '../../../test/smtp-client.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { startSmtp, startWorker, type Running } from '../../roles.ts'

let server: TestServer
let tenant: Tenant
let pool: AnalysisPool
let running: Running[] = []
/** The process to kill when it starts on a picture, and the number of kills. */
let kills = { left: 0, done: 0 }

beforeAll(async () => {
  pool = createAnalysisPool({
    size: 1,
    onJobStart({ pid, mediaIds }) {
      if (mediaIds.length === 0 || kills.left === 0) return
      kills = { left: kills.left - 1, done: kills.done + 1 }
      process.kill(pid, 'SIGSEGV')
    },
  })
  server = await startTestServer({ pool, settings: { WINNOW_DEADLINE_SECONDS: '120' } })
  tenant = await createTenant(server.database.runtime)
  running = [...startWorker(server.container), await startSmtp(server.container)]
  await pool.warm()
}, 180_000)
afterAll(async () => {
  for (const part of running.toReversed()) await part.stop()
  await server.close()
})

const newCamera = async () => {
  const camera = await createCamera(server.database.runtime, tenant.companyId)
  return { ...camera, address: `${camera.addressToken}@winnow.example` }
}
const send = (to: string, picture: Uint8Array) =>
  sendBySmtp(server.container.ports.smtp, { to, message: cameraMail({ picture }) })
const alarmsOf = async (viewId: string) => {
  const reply = await server.app.inject({
    method: 'POST',
    url: '/api/viewalarms',
    headers: { cookie: tenant.admin.cookie, 'x-requested-with': 'winnow' },
    payload: { cameras: [viewId] },
  })
  return reply.json().rows as { id: string; verdict: string | null }[]
}
const decidedAlarm = async (viewId: string) => {
  const row = await until(
    'a verdict',
    async () => (await alarmsOf(viewId)).find(({ verdict }) => verdict !== null),
    150_000,
  )
  return (await server.app.inject({ url: `/api/alarm/${row.id}`, headers: { cookie: tenant.admin.cookie } })).json()
}

describe('an analysis process that dies by SIGSEGV in the middle of a picture', { timeout: 240_000 }, () => {
  it('loses no mail and no alarm: further mails are accepted meanwhile, and the alarm is analysed again', async () => {
    const [scene] = await renderScene({ kind: 'empty', seed: 1, frames: 1, width: 640, height: 360 })
    const picture = scene?.jpeg ?? Buffer.alloc(0)
    kills = { left: 1, done: 0 }
    const victim = await newCamera()
    expect((await send(victim.address, picture)).at(-1)).toBe(250)
    await until('the kill', async () => kills.done === 1, 60_000)
    const others = [await newCamera(), await newCamera(), await newCamera()]
    for (const other of others) expect((await send(other.address, picture)).at(-1)).toBe(250)
    for (const camera of [victim, ...others]) {
      const alarm = await decidedAlarm(camera.viewId)
      expect(alarm.frameCount).toBe(1)
      expect(['true', 'false']).toContain(alarm.verdict)
    }
    expect(pool.stats().crashes).toBe(1)
  })

  it('lets its alarm be passed on unverified after repeated crashes, with the reason; the camera’s next alarm is decided', async () => {
    const [scene] = await renderScene({ kind: 'empty', seed: 2, frames: 1, width: 640, height: 360 })
    const picture = scene?.jpeg ?? Buffer.alloc(0)
    kills = { left: 2, done: 0 }
    const camera = await newCamera()
    expect((await send(camera.address, picture)).at(-1)).toBe(250)
    expect(await decidedAlarm(camera.viewId)).toMatchObject({
      verdict: 'unverified',
      reasons: [{ code: 'analysis-crashed' }],
      frameCount: 1,
    })
    expect(kills).toEqual({ left: 0, done: 2 })
    const next = await newCamera()
    await send(next.address, picture)
    expect(['true', 'false']).toContain((await decidedAlarm(next.viewId)).verdict)
  })
})
