import { randomUUID } from 'node:crypto'
import { createFakeClock } from '@winnow/testkit'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { analyseAll } from '../../../test/analyse-all.ts'
import { createAlarm, createCamera, createLoggedIn, createTenant, type Tenant } from '../../../test/factories.ts'
import { analysisOf, scriptedPool } from '../../../test/scripted-pool.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'

const clock = createFakeClock(new Date())
const analysed: number[] = []
const pool = scriptedPool((job) => {
  analysed.push(job.media.length)
  return analysisOf('true', job)
})
let server: TestServer
let tenant: Tenant
let camera: { companyId: string; projectId: string; siteId: string; viewId: string }
let alarmId: string
let jpeg: Buffer

beforeAll(async () => {
  server = await startTestServer({ clock, pool })
  jpeg = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#345678' } })
    .jpeg()
    .toBuffer()
})
afterAll(() => server.close())
beforeEach(async () => {
  const db = server.database.runtime
  analysed.length = 0
  tenant = await createTenant(db)
  camera = { companyId: tenant.companyId, ...(await createCamera(db, tenant.companyId)) }
  alarmId = await createAlarm(db, camera, { verdict: 'false', receivedAt: new Date(clock.now().getTime() - 60_000) })
  await set({ analysed_signals: 1, signal_count: 1 })
})

const set = (values: object) =>
  inSystem(server.database.runtime, (tx) => tx.updateTable('alarm').set(values).where('id', '=', alarmId).execute())
const alarmOf = async () =>
  (await server.app.inject({ url: `/api/alarm/${alarmId}`, headers: { cookie: tenant.admin.cookie } })).json()

async function add(payload: Buffer | string, { type = 'image/jpeg', cookie = tenant.admin.cookie, key = '' } = {}) {
  const reply = await server.app.inject({
    method: 'POST',
    url: `/api/alarm/${alarmId}/frame`,
    headers: {
      cookie,
      'x-requested-with': 'winnow',
      'content-type': type,
      ...(key && { 'idempotency-key': key }),
    },
    payload,
  })
  return { status: reply.statusCode, body: reply.json() }
}

describe('a picture that is added to an alarm', () => {
  it('joins the alarm and is analysed with it, like a late one · ALARMS-009', async () => {
    const { status, body } = await add(jpeg)
    expect(status).toBe(200)
    expect(body).toMatchObject({ alarmId, duplicateOf: null, positions: [0], problems: [] })
    expect(await alarmOf()).toMatchObject({ verdict: 'false', frameCount: 1, signalCount: 2 })
    await analyseAll(server)
    expect(analysed).toEqual([1])
    const alarm = await alarmOf()
    expect(alarm).toMatchObject({ verdict: 'true', frames: [{ position: 0, width: 640 }] })
    clock.advance(1_000)
    expect((await add(jpeg)).body.positions).toEqual([1])
    await analyseAll(server)
    expect(analysed).toEqual([1, 2])
  })

  it('is in the audit, and may come from a program · ALARMS-009', async () => {
    const reply = await server.app.inject({
      method: 'POST',
      url: `/api/alarm/${alarmId}/frame`,
      headers: { authorization: `Bearer ${tenant.apiToken}`, 'content-type': 'image/jpeg' },
      payload: jpeg,
    })
    expect(reply.statusCode).toBe(200)
    const rows = await inSystem(server.database.runtime, (tx) =>
      tx.selectFrom('audit').select(['action', 'user_name']).where('object_id', '=', alarmId).execute(),
    )
    expect(rows).toEqual([{ action: 'alarm.frame-added', user_name: 'Token api' }])
  })

  it('is added once if the request is repeated with its key · ALARMS-009', async () => {
    const first = await add(jpeg, { key: 'k1' })
    expect((await add(jpeg, { key: 'k1' })).body).toMatchObject({ duplicateOf: first.body.signalId, positions: [] })
    expect((await alarmOf()).frameCount).toBe(1)
  })

  it('does not prolong the burst: the next message of the camera opens an alarm of its own · ALARMS-009', async () => {
    await add(jpeg)
    const next = await server.app.inject({
      method: 'POST',
      url: `/api/v1/ingest/alarm?view=${camera.viewId}`,
      headers: { authorization: `Bearer ${tenant.ingestToken}`, 'content-type': 'image/jpeg' },
      payload: jpeg,
    })
    expect(next.json().alarmId).not.toBe(alarmId)
  })

  it('is not analysed if the alarm’s camera did not count · ALARMS-009', async () => {
    await set({ outside: 'paused', verdict: null })
    expect((await add(jpeg)).body.positions).toEqual([0])
    const waiting = await inSystem(server.database.runtime, (tx) =>
      tx.selectFrom('analysis_task').select('sequence').where('alarm_id', '=', alarmId).execute(),
    )
    expect(waiting).toEqual([])
  })

  it('is refused unless it is a picture by its bytes, of a size that can be analysed · ALARMS-009', async () => {
    const huge = Buffer.from(
      await sharp({ create: { width: 8, height: 8, channels: 3, background: '#000' } })
        .png()
        .toBuffer(),
    )
    huge.writeUInt32BE(30_000, 16)
    huge.writeUInt32BE(30_000, 20)
    const clip = Buffer.concat([Buffer.from('000000186674797069736f6d', 'hex'), Buffer.alloc(64)])
    const cases: [Buffer | string, string, number, string][] = [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/jpeg', 400, 'UNSUPPORTED_MEDIA'],
      [clip, 'image/jpeg', 400, 'UNSUPPORTED_MEDIA'],
      [huge, 'image/png', 413, 'TOO_LARGE'],
      ['{}', 'application/json', 400, 'EMPTY_ALARM'],
      ['text', 'text/plain', 400, 'UNSUPPORTED_MEDIA'],
    ]
    for (const [bytes, type, status, code] of cases)
      expect(await add(bytes, { type }), type).toMatchObject({ status, body: { code } })
    expect((await alarmOf()).frameCount).toBe(0)
  })

  it('is refused with the reason once the alarm’s camera was deleted · ALARMS-009', async () => {
    await inSystem(server.database.runtime, (tx) =>
      tx.updateTable('view').set({ deleted_at: clock.now() }).where('id', '=', camera.viewId).execute(),
    )
    const { status, body } = await add(jpeg)
    expect([status, body.code]).toEqual([404, 'NOT_FOUND'])
    expect(body.message).toContain('camera of this alarm was deleted')
  })

  it('is refused when the alarm is full · ALARMS-009', async () => {
    await inSystem(server.database.runtime, (tx) =>
      tx
        .insertInto('frame')
        .values(
          Array.from({ length: 20 }, (_none, position) => ({
            alarm_id: alarmId,
            position,
            company_id: tenant.companyId,
            signal_id: randomUUID(),
            media_id: `m${position}`,
            kind: 'still',
            original_type: 'image/jpeg',
            original_bytes: 1,
          })),
        )
        .execute(),
    )
    expect(await add(jpeg)).toMatchObject({ status: 413, body: { code: 'TOO_LARGE' } })
  })

  it('is refused to those who may not label · ALARMS-009', async () => {
    const reader = await createLoggedIn(server.database.runtime, {
      companyId: tenant.companyId,
      userType: 'MEMBER_USER_READONLY',
    })
    expect((await add(jpeg, { cookie: reader.cookie })).status).toBe(403)
    const other = await createTenant(server.database.runtime)
    expect((await add(jpeg, { cookie: other.admin.cookie })).status).toBe(404)
  })
})

describe('the boxes of a frame', () => {
  const box = { x: 0.5, y: 0.5, width: 0.25, height: 0.5 }
  const send = async (boxes: unknown, frame = 0) => {
    const reply = await server.app.inject({
      method: 'POST',
      url: `/api/alarm/${alarmId}/frame/${frame}`,
      headers: { cookie: tenant.admin.cookie, 'x-requested-with': 'winnow' },
      payload: { boxes },
    })
    return { status: reply.statusCode, body: reply.json() }
  }
  beforeEach(async () => {
    await add(jpeg)
    await analyseAll(server)
  })

  it('can be set by a person, and are shown as such in place of those that were found · ALARMS-009', async () => {
    expect((await alarmOf()).detections).toMatchObject([{ frame: 0, class: 'person', model: 'scripted' }])
    const { status, body } = await send([{ class: 'vehicle', box }])
    expect(status).toBe(200)
    expect(body[0].boxesSet).toEqual({ by: 'ADMIN_USER', at: clock.now().toISOString() })
    const [drawn, ...more] = (await alarmOf()).detections
    expect(drawn).toMatchObject({ frame: 0, class: 'vehicle', box, model: 'person', setBy: 'ADMIN_USER', doubt: null })
    expect(more).toEqual([])
  })

  it('stay when the alarm is analysed again, and can be given back to the analysis · ALARMS-009', async () => {
    await send([{ class: 'animal', box }])
    clock.advance(1_000)
    await add(jpeg)
    await analyseAll(server)
    expect((await alarmOf()).detections).toMatchObject([{ class: 'animal', setBy: 'ADMIN_USER' }])
    await send(null)
    expect((await alarmOf()).detections).toMatchObject([{ class: 'person', model: 'scripted' }])
    await send([])
    expect((await alarmOf()).detections).toEqual([])
  })

  it('are removed with all boxes of the alarm, and can be drawn again · ALARMS-006', async () => {
    await send([{ class: 'animal', box }])
    const removed = await server.app.inject({
      method: 'DELETE',
      url: `/api/alarm/${alarmId}/boxes`,
      headers: { cookie: tenant.admin.cookie, 'x-requested-with': 'winnow' },
    })
    expect(removed.statusCode).toBe(200)
    expect(await alarmOf()).toMatchObject({ boxesRemoved: true, detections: [] })
    await send([{ class: 'bag', box }])
    expect((await alarmOf()).detections).toMatchObject([{ class: 'bag' }])
  })

  it.each([
    [[{ class: 'person', box: { ...box, x: 0.8 } }], 400],
    [[{ class: 'person', box: { ...box, width: 0 } }], 400],
    [[{ class: 'ghost', box }], 400],
    [Array.from({ length: 51 }, () => ({ class: 'person', box })), 400],
  ])('are refused if they make no sense: %j · ALARMS-009', async (boxes, status) => {
    expect((await send(boxes)).status).toBe(status)
  })

  it('need a frame that exists · ALARMS-009', async () => {
    expect((await send([], 7)).status).toBe(404)
  })
})

describe('a stored file by its key', () => {
  const file = async (key: string, cookie = tenant.admin.cookie) => {
    const reply = await server.app.inject({ url: `/api/v1/files/${encodeURIComponent(key)}`, headers: { cookie } })
    return { status: reply.statusCode, type: reply.headers['content-type'], bytes: reply.rawPayload }
  }
  const keyOf = () =>
    inSystem(server.database.runtime, (tx) =>
      tx.selectFrom('frame').select('original_key').where('alarm_id', '=', alarmId).executeTakeFirstOrThrow(),
    ).then(({ original_key: key }) => key ?? '')

  it('is returned to those who see its alarm', async () => {
    await add(jpeg)
    const key = await keyOf()
    expect(await file(key)).toMatchObject({ status: 200, type: 'image/jpeg' })
    const other = await createTenant(server.database.runtime)
    expect((await file(key, other.admin.cookie)).status).toBe(404)
    const blind = await createLoggedIn(server.database.runtime, {
      companyId: tenant.companyId,
      userType: 'EXTERNAL_USER',
    })
    expect((await file(key, blind.cookie)).status).toBe(404)
  })

  it('is the logo of the caller’s company', async () => {
    const key = `logos/${tenant.companyId}/abc/512.png`
    await server.container.deps.media.put(key, Buffer.from('logo'))
    await inSystem(server.database.runtime, (tx) =>
      tx.updateTable('company').set({ logo_key: key }).where('id', '=', tenant.companyId).execute(),
    )
    expect(await file(key)).toMatchObject({ status: 200, type: 'image/png' })
    const other = await createTenant(server.database.runtime)
    expect((await file(key, other.admin.cookie)).status).toBe(404)
  })

  it.each(['raw/2026-01-01/x.eml', '../keys', 'media/2026-01-01/none.jpg', `media/${'a'.repeat(90)}`, 'keys%00'])(
    'is not found for %s',
    async (key) => {
      expect([400, 404, 414]).toContain((await file(key)).status)
    },
  )

  it('is never a raw message', async () => {
    await add(jpeg)
    const { raw_key: key } = await inSystem(server.database.runtime, (tx) =>
      tx.selectFrom('signal').select('raw_key').where('alarm_id', '=', alarmId).executeTakeFirstOrThrow(),
    )
    expect((await file(key ?? '')).status).toBe(404)
  })
})
