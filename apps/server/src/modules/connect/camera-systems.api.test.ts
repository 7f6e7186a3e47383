import { createFakeClock } from '@winnow/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cameraState } from '../../../test/camera-state.ts'
import { callApi } from '../../../test/call-api.ts'
import { createCamera, createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import type { CameraSystem } from '../../platform/connect/camera-systems.ts'
import { inSystem, type Tx } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'

type Camera = Awaited<ReturnType<typeof createCamera>>
const KINDS = ['digital-watchdog', 'milestone', 'exacq', 'videofied'] as const
type Kind = (typeof KINDS)[number]

const MINUTE = 60_000
const SYSTEM = 'one-system'
const LOG = 'digital-watchdog-log'
const clock = createFakeClock(new Date())
let server: TestServer
let ours: Tenant
let theirs: Tenant
let camera: Camera

beforeAll(async () => {
  server = await startTestServer({ clock })
})
afterAll(() => server.close())
beforeEach(async () => {
  ours = await createTenant(server.database.runtime)
  theirs = await createTenant(server.database.runtime, 'Elsewhere')
  camera = await cameraOf(ours)
})

const write = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inSystem(server.database.runtime, work)
const ago = (minutes: number) => new Date(clock.now().getTime() - minutes * MINUTE)
const place = { host: '192.0.2.9', port: 443, username: 'u', password: 'p', fingerprint: '' }

/** A camera of a company with a channel, alone at its site, to which no message came. */
async function cameraOf({ companyId }: Tenant): Promise<Camera> {
  const created = await createCamera(server.database.runtime, companyId)
  await write((tx) => tx.updateTable('view').set({ channel: '3' }).where('id', '=', created.viewId).execute())
  return created
}

/** Maps a camera to one of a video system. */
const map = (vendor: string, viewId: string, companyId: string, systemId = SYSTEM, name = 'Harbour') =>
  write((tx) =>
    tx
      .insertInto('dw_camera')
      .values({
        company_id: companyId,
        system_id: systemId,
        system_name: name,
        server_id: '',
        server_name: '',
        camera_id: viewId,
        camera_name: 'Gate',
        group_name: '',
        view_id: viewId,
        vendor,
      })
      .execute(),
  )

/** A connection of the whole company that works. */
const connect = (kind: string, settings: object = {}) =>
  write((tx) =>
    tx
      .insertInto('connection')
      .values({
        id: newId(),
        company_id: ours.companyId,
        kind,
        settings: JSON.stringify(settings),
        is_up: true,
        lease_until: ago(-1),
        since: ago(60),
        last_up_at: ago(0),
        seen_at: ago(1),
      })
      .execute(),
  )
const change = (values: Record<string, unknown>, kind = LOG) =>
  write((tx) =>
    tx
      .updateTable('connection')
      .set(values)
      .where('company_id', '=', ours.companyId)
      .where('kind', '=', kind)
      .execute(),
  )

/** Sets up a system of our company that works, and maps cameras to it: ours, and one of a company that names the same ids. `beside` is mapped to another one. */
async function setUp(kind: Kind, beside?: Camera): Promise<Camera> {
  const other = await cameraOf(theirs)
  const mapBoth = async (vendor: string, systemId = SYSTEM) => {
    await map(vendor, camera.viewId, ours.companyId, systemId)
    await map(vendor, other.viewId, theirs.companyId, systemId)
    if (beside) await map(vendor, beside.viewId, ours.companyId, 'elsewhere')
  }
  const id = newId()
  const add = { id, company_id: ours.companyId, ...place }
  const ways: Record<Kind, () => Promise<unknown>> = {
    async 'digital-watchdog'() {
      await connect(LOG, { systemId: SYSTEM })
      await mapBoth('digitalwatchdog')
    },
    async milestone() {
      const named = { system_id: SYSTEM, system_name: 'Harbour', event_types: '[]' }
      await write((tx) =>
        tx
          .insertInto('milestone_system')
          .values([
            { ...add, ...named },
            { ...add, id: newId(), ...named, company_id: theirs.companyId, system_name: 'Theirs' },
          ])
          .execute(),
      )
      await connect('milestone')
      await mapBoth('milestone')
    },
    async exacq() {
      const facts = { name: 'Harbour', server_number: 0, seen_at: ago(1) }
      await write((tx) =>
        tx
          .insertInto('exacq_recorder')
          .values({ ...add, ...facts })
          .execute(),
      )
      await mapBoth('exacq', id)
    },
    videofied: () =>
      write((tx) =>
        tx
          .insertInto('videofied_panel')
          .values({ id: camera.siteId, company_id: ours.companyId, serial: newSerial(), seen_at: ago(1) })
          .execute(),
      ),
  }
  await ways[kind]()
  return other
}
const newSerial = (): string => newId().replaceAll('-', '').slice(-16).toUpperCase()

/** What is read beyond companies, as receivers are told of cameras. */
const behind = () =>
  write(async (tx) => {
    const { rows } = await sql<CameraSystem>`select * from (${server.container.deps.cameraSystems}) systems`.execute(tx)
    return rows
  })
const viewsBehind = async () => (await behind()).map(({ view_id: id }) => id)
const told = () => cameraState(server, ours.admin, camera)

describe.each(KINDS)('a system of kind %s', (kind) => {
  it('is told at its own camera, and neither at others of the company nor at those of a company with the same ids', async () => {
    const beside = await cameraOf(ours)
    const other = await setUp(kind, beside)
    const found = (await behind()).filter(({ view_id: id }) =>
      [camera.viewId, beside.viewId, other.viewId].includes(id),
    )
    expect(found).toMatchObject([{ view_id: camera.viewId, kind, is_up: true }])
    expect(await told()).toMatchObject({ state: 'working', isCountedAtHome: false, system: { kind, isUp: true } })
    expect(await cameraState(server, ours.admin, beside)).toMatchObject({ state: 'empty', system: null })
  })

  it('tells nothing of a camera that was deleted, and has none left at the site and at Home', async () => {
    await setUp(kind)
    await callApi(server, ours.admin, 'DELETE', `/view/${camera.viewId}`)
    await change(
      { is_up: false, since: ago(10), problem: 'login', problem_at: ago(10) },
      kind === 'milestone' ? kind : LOG,
    )
    const failing = { problem: 'login', failing_since: ago(10) }
    await write((tx) => tx.updateTable('exacq_recorder').set(failing).execute())
    await write((tx) =>
      tx
        .updateTable('videofied_panel')
        .set({ ...failing, problem_at: ago(0) })
        .execute(),
    )
    const { counts } = (await callApi(server, ours.admin, 'GET', `/v1/site/${camera.siteId}/ways-in`)).body
    expect(Object.values(counts)).toEqual([0, 0, 0, 0, 0])
    expect((await callApi(server, ours.admin, 'GET', '/v1/home/health')).body).toMatchObject({ failing: 0 })
  })
})

describe('the log of a Digital Watchdog system', () => {
  beforeEach(() => setUp('digital-watchdog'))
  const mapped = (values: Record<string, unknown>) =>
    write((tx) => tx.updateTable('dw_camera').set(values).where('view_id', '=', camera.viewId).execute())

  it.each<[string, () => Promise<unknown>]>([
    ['another system', () => mapped({ system_id: 'another-system' })],
    ['a system of another maker with the same id', () => mapped({ vendor: 'exacq' })],
    ['a system without a log', () => change({ settings: '{}' })],
    ['a system with a connection of another kind', () => change({ kind: 'milestone' })],
    ['a system with the connection of one camera', async () => change({ view_id: (await cameraOf(ours)).viewId })],
  ])('says nothing of a camera behind %s', async (_whose, mutate) => {
    expect((await told()).system).toMatchObject({ kind: 'digital-watchdog' })
    await mutate()
    expect(await viewsBehind()).not.toContain(camera.viewId)
    expect(await told()).toMatchObject({ state: 'empty', system: null, isCountedAtHome: false })
  })

  it('whose process has ended is lost when its lease is over, and fails five minutes later', async () => {
    await change({ lease_until: ago(0) })
    expect(await told()).toMatchObject({ state: 'working', system: { isUp: true } })
    await change({ lease_until: ago(4.9) })
    expect(await told()).toMatchObject({ isCountedAtHome: false, system: { isUp: false } })
    await change({ lease_until: ago(5) })
    expect(await told()).toMatchObject({ isCountedAtHome: true, failingAtHome: 1, system: { isUp: false } })
  })

  it('that is down fails five minutes after it was lost, and at once if it was never up, and says why', async () => {
    const lost = { is_up: false, problem: 'refused', problem_setting: 'a line', problem_at: ago(2), seen_at: ago(3) }
    await change({ ...lost, since: ago(4.9) })
    const problem = { code: 'refused', setting: 'a line', at: ago(2).toISOString() }
    const system = { name: 'Harbour', isUp: false, lastSeenAt: ago(3).toISOString(), problem }
    expect(await told()).toMatchObject({ isCountedAtHome: false, inSite: 1, system })
    await change({ since: ago(5) })
    // Another camera of the company, which stands behind nothing.
    await cameraOf(ours)
    expect(await told()).toMatchObject({
      state: 'failing',
      isCountedAtHome: true,
      failingAtHome: 1,
      inSite: 1,
      system,
    })
    await change({ since: ago(0), last_up_at: null })
    expect(await told()).toMatchObject({ state: 'unconnected', isCountedAtHome: true, inSite: 1, system })
  })

  it('of several systems of a camera, the one that does not work is told', async () => {
    await map('digitalwatchdog', camera.viewId, ours.companyId, 'another-system', 'Another')
    await connect(LOG, { systemId: 'another-system' })
    expect(await told()).toMatchObject({ system: { name: 'Another', isUp: true } })
    const harbour = sql<boolean>`settings ->> 'systemId' = ${SYSTEM}`
    await write((tx) =>
      tx
        .updateTable('connection')
        .set({ is_up: false, since: ago(6), problem: 'login', problem_at: ago(6) })
        .where('company_id', '=', ours.companyId)
        .where(harbour)
        .execute(),
    )
    expect(await told()).toMatchObject({
      isCountedAtHome: true,
      system: { name: 'Harbour', isUp: false, problem: { code: 'login' } },
    })
  })
})
