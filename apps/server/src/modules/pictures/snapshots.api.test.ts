// Pictures of cameras and their small copies.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { createAlarm, createCamera, createLoggedIn, createTenant, type Tenant } from '../../../test/factories.ts'
import { analysisOf, scriptedPool } from '../../../test/scripted-pool.ts'
import { markOf, smallJpeg } from '../../../test/small-jpeg.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { startBackgroundJobs } from '../../roles.ts'
import { countWeek } from './week-figures.ts'

let drawn = 0
let draw: (jpeg: Uint8Array) => Promise<Uint8Array>
const pool = {
  ...scriptedPool((job) => analysisOf('true', job)),
  annotate: async ({ jpeg }: { jpeg: Uint8Array }) => {
    drawn += 1
    return draw(jpeg)
  },
}
let server: TestServer
let tenant: Tenant
beforeAll(async () => {
  server = await startTestServer({ pool })
  tenant = await createTenant(server.database.runtime)
})
afterAll(() => server.close())
beforeEach(() => {
  drawn = 0
  draw = async (jpeg) => smallJpeg({ mark: `small ${markOf(jpeg)}` })
})

type Camera = Awaited<ReturnType<typeof createCamera>>
const newCamera = () => createCamera(server.database.runtime, tenant.companyId)

/** Adds an alarm with one picture to a camera. The bytes of the picture contain the mark. */
async function addPicture(camera: Camera, mark: string, { isTest = false, minutesAgo = 0 } = {}) {
  const receivedAt = new Date(Date.now() - minutesAgo * 60_000)
  const alarmId = await createAlarm(server.database.runtime, { companyId: tenant.companyId, ...camera }, { receivedAt })
  const key = `media/2026-01-01/${alarmId}-0.jpg`
  await server.container.deps.media.put(key, smallJpeg({ mark }))
  await inSystem(server.database.runtime, async (tx) => {
    await tx.updateTable('alarm').set({ frame_count: 1, is_test: isTest }).where('id', '=', alarmId).execute()
    await tx.updateTable('view').set({ last_picture_at: receivedAt }).where('id', '=', camera.viewId).execute()
    await tx
      .insertInto('frame')
      .values({
        alarm_id: alarmId,
        position: 0,
        company_id: tenant.companyId,
        signal_id: alarmId,
        media_id: 'm',
        kind: 'still',
        original_type: 'image/jpeg',
        original_bytes: 9,
        original_key: key,
        display_key: key,
        judged: true,
      })
      .execute()
  })
  return alarmId
}

const get = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url: `/api${url}`, headers: { cookie: tenant.admin.cookie, ...headers } })
const snapshot = (viewId: string, query = '', headers = {}) => get(`/v1/view/${viewId}/snapshot${query}`, headers)
const call = (method: CallMethod, url: string, payload?: object, cookie = tenant.admin.cookie) =>
  callApi(server, { cookie }, method, url, payload)
const markIn = (reply: { rawPayload: Buffer }) => markOf(reply.rawPayload)

describe('the snapshot of a camera', () => {
  it('is its latest picture, received or uploaded · CAMERAS-009', async () => {
    const camera = await newCamera()
    expect((await snapshot(camera.viewId)).statusCode).toBe(404)
    const isLatest = async (mark: string, alarmId: string) => {
      expect(markIn(await snapshot(camera.viewId))).toBe(mark)
      expect((await call('GET', `/view/${camera.viewId}`)).body.lastAlarmId).toBe(alarmId)
    }
    const uploaded = await addPicture(camera, 'uploaded', { isTest: true, minutesAgo: 6 })
    await isLatest('uploaded', uploaded)
    // It was received before the upload, and stored late.
    await addPicture(camera, 'received before', { minutesAgo: 9 })
    await isLatest('uploaded', uploaded)
    await isLatest('received after', await addPicture(camera, 'received after', { minutesAgo: 5 }))
    await isLatest('uploaded again', await addPicture(camera, 'uploaded again', { isTest: true, minutesAgo: 1 }))
  })

  it('shows users of the site to which the camera was moved only pictures from there · BULK-001', async () => {
    const [camera, place] = [await newCamera(), await newCamera()]
    const { companyId } = tenant
    await addPicture(camera, 'old site', { minutesAgo: 9 })
    const guestOf = async (node_type: 'site' | 'view', node_id: string) => {
      const guest = await createLoggedIn(server.database.runtime, { companyId, userType: 'EXTERNAL_USER' })
      const grant = { user_id: guest.userId, company_id: companyId, node_type, node_id, permission: 'write' }
      await inSystem(server.database.runtime, (tx) => tx.insertInto('user_grant').values(grant).execute())
      return { cookie: guest.cookie }
    }
    const [ofSite, ofCamera] = [await guestOf('site', place.siteId), await guestOf('view', camera.viewId)]
    const moved = { viewIds: [camera.viewId], siteId: place.siteId }
    expect((await call('PUT', '/v1/views/site', moved)).status).toBe(200)
    const lastAlarm = async ({ cookie }: { cookie: string }) =>
      (await call('GET', `/view/${camera.viewId}`, undefined, cookie)).body.lastAlarmId
    expect((await snapshot(camera.viewId, '', ofSite)).statusCode).toBe(404)
    expect((await call('POST', `/v1/view/${camera.viewId}/snapshot`, undefined, ofSite.cookie)).status).toBe(409)
    expect(await lastAlarm(ofSite)).toBeNull()
    // The camera itself was granted, and the administrator sees everything.
    expect(markIn(await snapshot(camera.viewId, '', ofCamera))).toBe('old site')
    expect(markIn(await snapshot(camera.viewId))).toBe('old site')
    const alarmId = await addPicture({ ...camera, ...place, viewId: camera.viewId }, 'new site')
    expect(markIn(await snapshot(camera.viewId, '', ofSite))).toBe('new site')
    expect(await lastAlarm(ofSite)).toBe(alarmId)
  })

  it('is sent again only if it has changed', async () => {
    const camera = await newCamera()
    await addPicture(camera, 'one', { minutesAgo: 2 })
    const { headers } = await snapshot(camera.viewId, '?size=thumbnail')
    const known = { 'if-none-match': String(headers['etag']) }
    expect((await snapshot(camera.viewId, '?size=thumbnail', known)).statusCode).toBe(304)
    await addPicture(camera, 'two', { minutesAgo: 1 })
    expect(markIn(await snapshot(camera.viewId, '?size=thumbnail', known))).toBe('small two')
  })

  it('can be refreshed, and has the time at which the camera sent it · CAMERAS-009', async () => {
    const camera = await newCamera()
    expect(await call('POST', `/v1/view/${camera.viewId}/snapshot`)).toMatchObject({
      status: 409,
      body: { code: 'NO_PICTURE' },
    })
    const alarmId = await addPicture(camera, 'one')
    const { body } = await call('POST', `/v1/view/${camera.viewId}/snapshot`)
    expect(body).toEqual({
      viewId: camera.viewId,
      takenAt: expect.any(String),
      url: `/api/v1/view/${camera.viewId}/snapshot?v=${alarmId}`,
      thumbnailUrl: `/api/v1/view/${camera.viewId}/snapshot?v=${alarmId}&size=thumbnail`,
    })
    expect(drawn).toBe(1)
    expect(markIn(await get(body.thumbnailUrl.replace('/api', '')))).toBe('small one')
    expect(drawn).toBe(1)
  })

  it('is audited as prefetched in a list, and as viewed when it is opened', async () => {
    const camera = await newCamera()
    await addPicture(camera, 'one')
    await snapshot(camera.viewId, '?size=thumbnail&prefetch=true')
    const actions = async () =>
      inSystem(server.database.runtime, (tx) =>
        tx.selectFrom('audit').select('action').where('view_id', '=', camera.viewId).orderBy('id').execute(),
      )
    expect(await actions()).toEqual([{ action: 'view.pictures-fetched' }])
    await snapshot(camera.viewId)
    expect(await actions()).toEqual([{ action: 'view.pictures-fetched' }, { action: 'alarm.viewed' }])
  })
})

describe('a small copy of a picture', () => {
  const thumbnail = (alarmId: string) => get(`/v1/alarm/${alarmId}/frame/0/image?size=thumbnail`)

  it('is created once for simultaneous requests, and stored with its frame', async () => {
    const alarmId = await addPicture(await newCamera(), 'one')
    const replies = await Promise.all([thumbnail(alarmId), thumbnail(alarmId), thumbnail(alarmId)])
    expect(replies.map(markIn)).toEqual(['small one', 'small one', 'small one'])
    expect(markIn(await thumbnail(alarmId))).toBe('small one')
    expect(drawn).toBe(1)
    const { thumb_key } = await inSystem(server.database.runtime, (tx) =>
      tx.selectFrom('frame').select('thumb_key').where('alarm_id', '=', alarmId).executeTakeFirstOrThrow(),
    )
    expect(thumb_key).toBe(`media/2026-01-01/${alarmId}-0-thumb.jpg`)
  })

  it('is the picture itself if creating the copy fails, and creating it is tried only once', async () => {
    const alarmId = await addPicture(await newCamera(), 'broken')
    draw = () => Promise.reject(new Error('cannot be read'))
    expect(markIn(await thumbnail(alarmId))).toBe('broken')
    expect(markIn(await thumbnail(alarmId))).toBe('broken')
    expect(drawn).toBe(1)
  })

  it('is created for at most two pictures at the same time', async () => {
    const alarmIds: string[] = []
    for (let n = 0; n < 6; n += 1) alarmIds.push(await addPicture(await newCamera(), `${n}`))
    let [atOnce, most] = [0, 0]
    draw = async (jpeg) => {
      atOnce += 1
      most = Math.max(most, atOnce)
      await new Promise((resolve) => {
        setImmediate(resolve)
      })
      atOnce -= 1
      return smallJpeg({ mark: `small ${markOf(jpeg)}` })
    }
    const replies = await Promise.all(alarmIds.map(thumbnail))
    expect(replies.map(markIn)).toEqual(['small 0', 'small 1', 'small 2', 'small 3', 'small 4', 'small 5'])
    expect(most).toBeLessThanOrEqual(2)
  })
})

describe('refreshing snapshots', () => {
  it('returns the number of affected cameras · BULK-005', async () => {
    const [one, blind] = [await newCamera(), await newCamera()]
    await addPicture(one, 'one')
    const reply = await call('PUT', '/views/refresh-snapshots', { viewIds: [one.viewId, blind.viewId] })
    expect(reply).toEqual({ status: 200, body: { numberOfAffectedCameras: 1 } })
  })

  it('as a job creates the thumbnails, and lists cameras without a picture · BULK-001 BULK-004 BULK-014', async () => {
    const worker = startBackgroundJobs(server.container)
    try {
      const [one, blind] = [await newCamera(), await newCamera()]
      await addPicture(one, 'one')
      const { body } = await call('PUT', '/views/refresh-snapshots', {
        viewIds: [one.viewId, blind.viewId],
        asBackgroundJob: true,
      })
      expect(body.job).toMatchObject({ group: 'view.refresh-snapshots', status: 'queued' })
      const job = await until('the job to end', async () => {
        const state = (await call('GET', `/v1/background-jobs/${body.job.id}/state`)).body
        return state.status === 'done' ? state : undefined
      })
      expect(job).toMatchObject({ statQueued: 2, statFailed: 1, logFailed: [{ message: /no picture/ }] })
    } finally {
      await worker.stop()
    }
    expect(drawn).toBe(1)
  })

  it('is refused without the permission · BULK-008', async () => {
    const reader = await createLoggedIn(server.database.runtime, {
      companyId: tenant.companyId,
      userType: 'MEMBER_USER_READONLY',
    })
    expect(await call('PUT', '/views/refresh-snapshots', { allViews: true }, reader.cookie)).toMatchObject({
      status: 403,
      body: { message: 'You have no access for this action' },
    })
  })
})

it('the alarms of a week are counted for each camera, without tests and older alarms', async () => {
  const [busy, quiet] = [await newCamera(), await newCamera()]
  const add = (verdict: 'true' | 'false' | null, days: number) =>
    createAlarm(
      server.database.runtime,
      { companyId: tenant.companyId, ...busy },
      { verdict, receivedAt: new Date(Date.now() - days * 86_400_000) },
    )
  await add('true', 1)
  await add('false', 2)
  await add('false', 6.9)
  await add(null, 0)
  await add('false', 7.1)
  await addPicture(busy, 'test', { isTest: true })
  const { db, clock } = server.container.deps
  await countWeek({ db, clock })
  const figures = await inSystem(server.database.runtime, (tx) =>
    tx
      .selectFrom('view')
      .select(['week_alarms', 'week_judged', 'week_filtered'])
      .where('id', 'in', [busy.viewId, quiet.viewId])
      .orderBy('week_alarms', 'desc')
      .execute(),
  )
  expect(figures).toEqual([
    { week_alarms: 4, week_judged: 3, week_filtered: 2 },
    { week_alarms: 0, week_judged: 0, week_filtered: 0 },
  ])
})

describe('the list of cameras', () => {
  it('says until when a camera or its site is paused, whichever is longer, until the pause ends · OVERRIDE-002', async () => {
    const { siteId, viewId } = await newCamera()
    const minutes = (n: number) => new Date(Date.now() + n * 60_000)
    const pausedUntil = async () => (await call('GET', `/v1/views/figures?siteId=${siteId}`)).body.rows[0].pausedUntil
    const pause = (table: 'view' | 'site', paused_until: Date) =>
      inSystem(server.database.runtime, (tx) =>
        tx
          .updateTable(table)
          .set({ paused_until, paused_at: minutes(-60), paused_by: 'me', pause_reason: 'works' })
          .where('id', '=', table === 'view' ? viewId : siteId)
          .execute(),
      )
    expect(await pausedUntil()).toBeNull()
    await pause('view', minutes(-1))
    expect(await pausedUntil()).toBeNull()
    const [soon, late] = [minutes(5), minutes(10)]
    await pause('view', soon)
    expect(await pausedUntil()).toBe(soon.toISOString())
    await pause('site', late)
    expect(await pausedUntil()).toBe(late.toISOString())
  })

  const setFigures = (viewId: string, columns: Record<string, unknown>) =>
    inSystem(server.database.runtime, (tx) => tx.updateTable('view').set(columns).where('id', '=', viewId).execute())
  /** The names of all rows, read in small steps. */
  const namesOf = async (query: string) => {
    const names: string[] = []
    for (let after = ''; ;) {
      const { status, body } = await call('GET', `/v1/views/figures?${query}&limit=2${after}`)
      expect(status).toBe(200)
      names.push(...body.rows.map(({ name }: { name: string }) => name))
      if (body.next === null) return names
      after = `&after=${body.next}`
    }
  }

  it('is in the requested order over all pages, also if many cameras have the same sort key', async () => {
    const { projectId, siteId, viewId } = await newCamera()
    const add = async (name: string, columns: Record<string, unknown>) => {
      const camera = await createCamera(server.database.runtime, tenant.companyId, { projectId, siteId, name })
      await setFigures(camera.viewId, columns)
    }
    await setFigures(viewId, { name: 'A' })
    await add('b', { last_signal_at: new Date(3_000), week_alarms: 5, week_judged: 4, week_filtered: 1 })
    await add('C', { last_signal_at: new Date(1_000), week_alarms: 5, week_judged: 4, week_filtered: 4 })
    await add('d', { last_signal_at: new Date(2_000), week_alarms: 9, week_judged: 9, week_filtered: 0 })
    await add('E', { last_picture_at: new Date(5_000) })
    expect(await namesOf(`siteId=${siteId}`)).toEqual(['A', 'b', 'C', 'd', 'E'])
    expect(await namesOf(`projectId=${projectId}&order=desc`)).toEqual(['E', 'd', 'C', 'b', 'A'])
    expect((await namesOf(`siteId=${siteId}&sort=lastSignal&order=desc`)).slice(0, 3)).toEqual(['b', 'd', 'C'])
    expect((await namesOf(`siteId=${siteId}&sort=lastPicture&order=desc`))[0]).toBe('E')
    expect((await namesOf(`siteId=${siteId}&sort=filtered&order=desc`)).slice(0, 3)).toEqual(['C', 'b', 'd'])
    const most = {
      products: ['detect', 'protect'],
      masks: JSON.stringify([
        [
          [0.1, 0.1],
          [0.9, 0.1],
          [0.9, 0.9],
        ],
      ]),
    }
    await setFigures(viewId, most)
    expect((await namesOf(`siteId=${siteId}&sort=masked&order=desc`))[0]).toBe('A')
    expect((await namesOf(`siteId=${siteId}&sort=products&order=desc`))[0]).toBe('A')
    expect((await namesOf(`siteId=${siteId}&sort=products`)).at(-1)).toBe('A')
    const byAlarms = await namesOf(`siteId=${siteId}&sort=alarms&order=desc`)
    expect(byAlarms[0]).toBe('d')
    expect(byAlarms.toSorted()).toEqual(['A', 'C', 'E', 'b', 'd'])
  })

  it('refuses a position that no reply has returned', async () => {
    for (const after of ['x', Buffer.from('["x","y"]').toString('base64url')])
      expect((await call('GET', `/v1/views/figures?sort=alarms&after=${after}`)).status).toBe(400)
  })
})
