import { parseTargets, renderScene, sendAlarm } from '@winnow/testkit'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { startFtp } from '../../roles.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { demoTargets, firstStart, keepDemoStream, removeDemo, type NewAccount } from './index.ts'

let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
})
afterEach(() => server.close())

/** The output of a start; undefined when it creates no accounts. */
async function start(demo: boolean): Promise<NewAccount[] | undefined> {
  let shown: NewAccount[] | undefined
  const announce = async (accounts: NewAccount[]) => void (shown = accounts)
  const isFirst = await firstStart(server.database.runtime, server.container.deps.hasher, {
    demo,
    hasStream: demo,
    announce,
  })
  expect(isFirst).toBe(shown !== undefined)
  return shown
}
const logIn = (email: string, password: string) =>
  server.app.inject({
    method: 'POST',
    url: '/api/auth',
    payload: { email, password },
    headers: { 'x-requested-with': 'x' },
  })
const targets = (ways: { ingestUrl?: string; ftp?: boolean } = {}) =>
  demoTargets(
    server.database.runtime,
    { mailDomain: 'alarms.example', ingestUrl: 'http://ingest.example', ftp: true, ...ways },
    new Date(),
  )

describe('the first start', () => {
  it('without a demo creates only a super user, whose password works', async () => {
    const accounts = await start(false)
    expect(accounts).toHaveLength(1)
    const [account] = accounts ?? []
    const reply = await logIn(account?.email ?? '', account?.password ?? '')
    expect(reply.json()).toMatchObject({ roles: ['SUPER_USER'] })
    expect(await targets()).toBeUndefined()
  })

  it('with a demo creates its users and cameras; every password works, is unique and is stored only hashed', async () => {
    const accounts = (await start(true)) ?? []
    expect(accounts).toHaveLength(3)
    const replies = await Promise.all(accounts.map(({ email, password }) => logIn(email, password)))
    expect(replies.map((reply) => String(reply.json().roles?.[0])).toSorted()).toEqual([
      'ADMIN_USER',
      'OPERATOR_USER',
      'SUPER_USER',
    ])
    expect(new Set(accounts.map(({ password }) => password)).size).toBe(3)
    const stored = await inSystem(server.database.runtime, (tx) => tx.selectFrom('app_user').selectAll().execute())
    for (const { password } of accounts) expect(JSON.stringify(stored)).not.toContain(password)
  })

  it('leaves no users if their passwords could not be printed; the next start creates users and prints their passwords', async () => {
    const announce = () => Promise.reject(new Error('the terminal is gone'))
    const failed = firstStart(server.database.runtime, server.container.deps.hasher, { demo: true, announce })
    await expect(failed).rejects.toThrow('the terminal is gone')
    const [account] = (await start(true)) ?? []
    expect((await logIn(account?.email ?? '', account?.password ?? '')).statusCode).toBe(200)
  })

  it('creates nothing if it has happened before', async () => {
    await start(true)
    expect(await start(true)).toBeUndefined()
  })
})

describe('the demo', () => {
  it('sends with a token that is created at each start; the previous one is revoked', async () => {
    await start(true)
    const [first, second] = [await targets(), await targets()]
    const view = first?.cameras[0]?.viewId
    const send = (token: string | undefined) =>
      server.app.inject({
        method: 'POST',
        url: `/api/v1/ingest/alarm?view=${view}`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' },
        payload: Buffer.from('ffd8ffe0', 'hex'),
      })
    expect((await send(second?.token)).statusCode).toBe(200)
    expect((await send(first?.token)).statusCode).toBe(401)
  })

  it('has a camera that pushes and one that uploads files, whose alarms are stored', async () => {
    await start(true)
    const running = await startFtp(server.container)
    try {
      const ingestUrl = await server.app.listen({ host: '127.0.0.1', port: 0 })
      const made = await targets({ ingestUrl })
      const ftp = { host: '127.0.0.1', port: server.container.ports.ftp }
      const cameras = made?.cameras.filter(({ via }) => via === 'push' || via === 'ftp')
      const parsed = parseTargets(JSON.stringify({ ftp, cameras }))
      const scene = { kind: 'wind', seed: 3, camera: 5, frames: 2, width: 160, height: 90 } as const
      const pictures = await renderScene(scene)
      for (const camera of parsed.cameras) {
        // oxlint-disable-next-line no-await-in-loop -- one camera after the other, in the order that is compared
        const replies = await sendAlarm({ camera, ...parsed }, { at: new Date(), pictures })
        expect(replies.map(({ accepted }) => accepted)).not.toContain(false)
      }
      const stored = await inSystem(server.database.runtime, (tx) =>
        tx.selectFrom('signal').select('source').orderBy('source').execute(),
      )
      expect(stored.map(({ source }) => source)).toEqual(['ftp', 'ftp', 'hikvision'])
    } finally {
      await Promise.all(running.map((part) => part.stop()))
    }
  })

  it('sends no files where none are taken, and gives the camera a new password at each start otherwise', async () => {
    await start(true)
    const uploading = async (ftp: boolean) => (await targets({ ftp }))?.cameras.find(({ via }) => via === 'ftp')
    expect(await uploading(false)).toBeUndefined()
    const [first, second] = [await uploading(true), await uploading(true)]
    expect(first?.password).toMatch(/^\w{16}$/)
    expect(second?.password).not.toBe(first?.password)
  })

  it('is removed with everything it left, and nothing else', async () => {
    await start(true)
    const { keys, wakes } = server.container.deps
    await keepDemoStream(server.database.runtime, { keys, wakes, now: new Date() }, 18_554)
    const tenant = await createTenant(server.database.runtime)
    const demo = await targets()
    await server.app.inject({
      method: 'POST',
      url: `/api/v1/ingest/alarm?view=${demo?.cameras[0]?.viewId}`,
      headers: { authorization: `Bearer ${demo?.token}`, 'content-type': 'image/jpeg' },
      payload: Buffer.from('ffd8ffe0', 'hex'),
    })
    const { media, tables } = server.container.deps
    const { id } = await inSystem(server.database.runtime, (tx) =>
      tx.selectFrom('company').select('id').where('is_demo', '=', true).executeTakeFirstOrThrow(),
    )
    const files = async () => {
      const found: string[] = []
      for await (const file of media.list('', new Date(Date.now() + 60_000))) found.push(file.key)
      return found
    }
    expect((await files()).length).toBeGreaterThan(0)
    expect(await removeDemo(server.database.runtime, media, tables)).toBe(true)
    expect(await files()).toEqual([])
    const rest = await inSystem(server.database.runtime, async (tx) => ({
      companies: await tx.selectFrom('company').select('name').orderBy('name').execute(),
      signals: await tx.selectFrom('signal').select('company_id').execute(),
      alarms: await tx.selectFrom('alarm').select('id').execute(),
      tasks: await tx.selectFrom('analysis_task').select('alarm_id').execute(),
    }))
    expect(rest).toEqual({
      companies: [{ name: 'Provider' }, { name: 'Tenant' }],
      signals: [{ company_id: tenant.companyId }],
      alarms: [{ id: tenant.alarmId }],
      tasks: [],
    })
    const { rows: ofCompanies } = await sql<{ name: string }>`
      select table_name as name from information_schema.columns
      where column_name = 'company_id' and table_schema = current_schema() and table_name <> 'audit'`.execute(
      server.database.owner,
    )
    expect(ofCompanies.length).toBeGreaterThan(20)
    for (const { name } of ofCompanies) {
      const { rows } = await inSystem(server.database.runtime, (tx) =>
        sql`select 1 from ${sql.table(name)} where company_id = ${id}`.execute(tx),
      )
      expect(rows, name).toEqual([])
    }
    expect(await removeDemo(server.database.runtime, media, tables)).toBe(false)
  })
})
