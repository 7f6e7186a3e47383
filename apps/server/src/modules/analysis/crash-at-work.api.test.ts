import { createAnalysisPool, type AnalysisPool } from '@winnow/vision'
import { createTransport } from 'nodemailer'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCamera, createTenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { startSmtp, startWorker, type Running } from '../../roles.ts'

let server: TestServer
let pool: AnalysisPool
let running: Running[] = []
const killed: number[] = []
/** Called when the child process starts on a picture. */
let onJobStart: (pid: number) => void = () => {}

beforeAll(async () => {
  pool = createAnalysisPool({ size: 1, onJobStart: ({ pid }) => onJobStart(pid) })
  server = await startTestServer({ pool })
  await pool.warm()
}, 120_000)
afterAll(async () => {
  for (const part of running) await part.stop()
  await server.close()
  await pool.close()
})

it('messages of cameras are accepted and none is lost while a decoding process dies by SIGSEGV in the middle of a picture', async () => {
  const tenant = await createTenant(server.database.runtime)
  const { runtime } = server.database
  const picture = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#6a7a5a' } })
    .jpeg()
    .toBuffer()
  const smtp = await startSmtp(server.container)
  running = [smtp, ...startWorker(server.container)]
  const camera = createTransport({ host: '127.0.0.1', port: server.container.ports.smtp, ignoreTLS: true })
  const send = async (): Promise<string> => {
    const { viewId } = await createCamera(runtime, tenant.companyId)
    const { address_token: token } = await inSystem(runtime, (tx) =>
      tx.selectFrom('view').select('address_token').where('id', '=', viewId).executeTakeFirstOrThrow(),
    )
    const { accepted } = await camera.sendMail({
      from: 'camera@site.example',
      to: `${token}@${server.container.env.mailDomain}`,
      subject: 'Motion',
      attachments: [{ filename: 'one.jpg', content: picture }],
    })
    expect(accepted).toHaveLength(1)
    return viewId
  }
  const atDeath = Promise.withResolvers<void>()
  onJobStart = (pid) => {
    if (killed.length > 0) return
    killed.push(pid)
    process.kill(pid, 'SIGSEGV')
    atDeath.resolve()
  }
  const views = [await send()]
  await atDeath.promise
  // The process is dead or dying, and its replacement has not started.
  for (let mail = 0; mail < 5; mail++) views.push(await send())
  camera.close()
  const alarms = await until(
    'a verdict on every alarm',
    async () => {
      const rows = await inSystem(runtime, (tx) =>
        tx
          .selectFrom('alarm')
          .select(['view_id', 'verdict', 'frame_count', 'reasons'])
          .where('view_id', 'in', views)
          .execute(),
      )
      return rows.length === views.length && rows.every(({ verdict }) => verdict !== null) && rows
    },
    90_000,
  )
  expect(alarms.map(({ view_id: id }) => id).toSorted()).toEqual(views.toSorted())
  expect(alarms.every(({ frame_count: frames }) => frames === 1)).toBe(true)
  // Another process analysed the alarm again and gave its verdict.
  expect(JSON.stringify(alarms.map(({ reasons }) => reasons))).not.toContain('analysis-crashed')
  expect(pool.stats()).toMatchObject({ crashes: 1 })
  expect(pool.pids()).not.toContain(killed[0])
}, 150_000)
