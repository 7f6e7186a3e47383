import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { showStream, startHikvisionDevice } from '@winnow/testkit'
import { afterAll, expect, it } from 'vitest'
import { createTestDatabase } from '../test/database/test-database.ts'
import { createCamera, createTenant } from '../test/factories.ts'
import { until } from '../test/until.ts'
import { startChildProgram } from './child-program.ts'
import { storeConnection } from './modules/connect/index.ts'
import { loadKeyRing } from './platform/crypto/key-ring.ts'
import { inTenant } from './platform/db/transaction.ts'

const closing: (() => unknown)[] = []
afterAll(async () => {
  for (const close of closing.toReversed()) await close()
})

it('the program of the role connect calls the devices whose connections are stored, and leaves them when it stops', async () => {
  const database = await createTestDatabase()
  closing.push(() => database.close())
  const dataDir = await mkdtemp(join(tmpdir(), 'winnow-connect-'))
  closing.push(() => rm(dataDir, { recursive: true, force: true }))
  const device = await startHikvisionDevice()
  closing.push(() => device.close())
  const environment = {
    WINNOW_DATA: dataDir,
    WINNOW_ALLOWED_NETWORKS_CAMERAS: '127.0.0.0/8',
    WINNOW_LOG_LEVEL: 'silent',
    WINNOW_DEMO: 'off',
  }
  const keys = await loadKeyRing(join(dataDir, 'secret.key'), { create: true })
  const { companyId } = await createTenant(database.runtime)
  const { viewId } = await createCamera(database.runtime, companyId)
  const connection = {
    companyId,
    siteId: null,
    viewId,
    kind: 'hikvision',
    settings: { host: '127.0.0.1', port: device.port, tls: false, username: 'admin' },
    secret: 'Abcd-1234',
  }
  await inTenant(database.runtime, companyId, (tx) =>
    storeConnection(tx, { keys, wakes: { wake: () => undefined }, now: new Date() }, connection),
  )
  const program = await startChildProgram(environment, 'connect', {
    database: { runtimeUrl: database.url, ownerUrl: database.ownerUrl },
    mark: '',
    ports: { smtp: 0, ftp: 0, ftpTls: 0, dc09: 0, frontel: 0, ingest: 0 },
  })
  try {
    await until('a stream', async () => device.streams() === 1)
  } finally {
    await program.stop()
  }
  await until('the end', async () => device.streams() === 0)
  expect(device.wrongLogins()).toBe(0)
})

it("the program of the role connect reads the demo's stream at the port that it is told, and in the demo alone", async () => {
  const database = await createTestDatabase()
  closing.push(() => database.close())
  const dataDir = await mkdtemp(join(tmpdir(), 'winnow-connect-'))
  closing.push(() => rm(dataDir, { recursive: true, force: true }))
  const stream = await showStream({ everyMs: 20 })
  closing.push(() => stream.close())
  const keys = await loadKeyRing(join(dataDir, 'secret.key'), { create: true })
  const { companyId } = await createTenant(database.runtime)
  const { viewId } = await createCamera(database.runtime, companyId)
  await inTenant(database.runtime, companyId, async (tx) => {
    await tx
      .updateTable('company')
      .set({ unlocks: JSON.stringify({ isRtspEnabled: true }) })
      .where('id', '=', companyId)
      .execute()
    const settings = { url: stream.url, username: '', coolDownSeconds: 30 }
    const deps = { keys, wakes: { wake: () => undefined }, now: new Date() }
    await storeConnection(tx, deps, { companyId, siteId: null, viewId, kind: 'rtsp', settings })
  })
  /** How the connection goes with a program that was told this port, once it has been tried. */
  const outcome = async (demo: string, demoStreamPort: number) => {
    const program = await startChildProgram(
      { WINNOW_DATA: dataDir, WINNOW_LOG_LEVEL: 'silent', WINNOW_DEMO: demo },
      'connect',
      {
        database: { runtimeUrl: database.url, ownerUrl: database.ownerUrl },
        mark: '',
        ports: { smtp: 0, ftp: 0, ftpTls: 0, dc09: 0, frontel: 0, ingest: 0 },
        demoStreamPort,
      },
    )
    try {
      return await until('a try', async () => {
        const { is_up: isUp, problem } = await inTenant(database.runtime, companyId, (tx) =>
          tx.selectFrom('connection').select(['is_up', 'problem']).executeTakeFirstOrThrow(),
        )
        return isUp ? 'up' : (problem ?? undefined)
      })
    } finally {
      await program.stop()
      await inTenant(database.runtime, companyId, (tx) =>
        tx.updateTable('connection').set({ is_up: false, owner: null, lease_until: null, problem: null }).execute(),
      )
    }
  }
  expect(await outcome('on', stream.port + 1)).toBe('refused')
  expect(await outcome('off', stream.port)).toBe('refused')
  expect(await outcome('still', stream.port)).toBe('refused')
  expect(await outcome('on', stream.port)).toBe('up')
})
