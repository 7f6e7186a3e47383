import {
  axisImage,
  axisNotification,
  createFakeClock,
  type DevicePush,
  hikvisionHeartbeat,
  hikvisionPost,
  type HikvisionPost,
  instarAlarm,
  renderScene,
  univiewAlarm,
  univiewCount,
  univiewStructure,
} from '@winnow/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createCamera, createTenant, type Tenant } from '../../../test/factories.ts'
import { failCommits } from '../../../test/fail-commits.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'

const clock = createFakeClock(new Date())
let server: TestServer
let tenant: Tenant
let camera: Awaited<ReturnType<typeof createCamera>>
let picture: Uint8Array

beforeAll(async () => {
  server = await startTestServer({ clock })
  tenant = await createTenant(server.database.runtime)
  const [frame] = await renderScene({ kind: 'person-walking', seed: 3, camera: 5, frames: 1, width: 320, height: 180 })
  picture = frame?.jpeg ?? new Uint8Array()
})
afterAll(() => server.close())
beforeEach(async () => {
  camera = await createCamera(server.database.runtime, tenant.companyId)
  clock.advance(3_600_000)
})

const tokenOf = async (viewId: string): Promise<string> =>
  (await get(`/v1/view/${viewId}/intake`)).hikvisionUrl.split('/').at(-1)
const push = async ({ contentType, body }: HikvisionPost, ofToken?: string): Promise<number> => {
  const token = ofToken ?? (await tokenOf(camera.viewId))
  const headers = { 'content-type': contentType }
  return (await server.app.inject({ method: 'POST', url: `/api/v1/hik/${token}`, headers, payload: body })).statusCode
}
const dateTime = () => clock.now().toISOString()
const get = async (url: string) => (await callApi(server, tenant.admin, 'GET', url)).body
interface Signal {
  kind: string | null
  source: string
  event: string
  alarmId: string | null
  duplicateOf: string | null
}
const signals = (count: number, viewId = camera.viewId): Promise<Signal[]> =>
  until(`${count} read signals`, async () => {
    const rows: Signal[] = await get(`/v1/view/${viewId}/signals`)
    return rows.length === count && rows.every(({ kind }) => kind !== null) && rows
  })

describe('an event that a Hikvision device pushes', () => {
  it('is stored before its 200, and becomes an alarm with its picture · INTEGRATIONS-003', async () => {
    const post = hikvisionPost({
      eventType: 'fielddetection',
      target: 'human',
      dateTime: dateTime(),
      pictures: [picture],
    })
    expect(await push(post)).toBe(200)
    const [signal] = await signals(1)
    expect(signal).toMatchObject({ source: 'hikvision', kind: 'alarm', event: 'fielddetection' })
    expect(await get(`/alarm/${signal?.alarmId}`)).toMatchObject({ source: 'hikvision', frameCount: 1 })
  })

  it('and its further posts are one alarm, and a replay adds nothing', async () => {
    const at = dateTime()
    const post = (activePostCount: number) =>
      hikvisionPost({ eventType: 'VMD', dateTime: at, activePostCount, pictures: [picture] })
    for (const count of [1, 2, 3]) {
      expect(await push(post(count))).toBe(200)
      clock.advance(1_000)
    }
    clock.advance(3_600_000)
    expect(await push(post(1))).toBe(200)
    const rows = await signals(4)
    expect(new Set(rows.map(({ alarmId }) => alarmId)).size).toBe(1)
    expect(rows[0]?.duplicateOf).not.toBeNull()
  })

  it('of a recorder goes to the camera with the channel', async () => {
    const { projectId, siteId } = camera
    const other = await createCamera(server.database.runtime, tenant.companyId, { projectId, siteId })
    await inSystem(server.database.runtime, async (tx) => {
      await tx.updateTable('view').set({ channel: 'D2' }).where('id', '=', other.viewId).execute()
      await tx.updateTable('view').set({ channel: '1' }).where('id', '=', camera.viewId).execute()
    })
    for (const channelId of [33, 34, 1, 40]) {
      await push(hikvisionPost({ eventType: 'VMD', dateTime: dateTime(), channelId, pictures: [picture] }))
      clock.advance(60_000)
    }
    expect(await signals(1, other.viewId)).toHaveLength(1)
    expect(await signals(3)).toHaveLength(3)
  })

  it('of a recorder with more than 32 cameras goes to the camera with the number that is written, unless another has the name of the channel', async () => {
    const { projectId, siteId } = camera
    const create = async (channel: string, name: string) => {
      const { viewId } = await createCamera(server.database.runtime, tenant.companyId, { projectId, siteId })
      await inSystem(server.database.runtime, (tx) =>
        tx.updateTable('view').set({ channel, name }).where('id', '=', viewId).execute(),
      )
      return viewId
    }
    await inSystem(server.database.runtime, (tx) =>
      tx.updateTable('view').set({ channel: '1' }).where('id', '=', camera.viewId).execute(),
    )
    const [eighth, fortieth] = [await create('8', 'Hof'), await create('40', 'Tor')]
    const report = async (channelId: number, channelName?: string) => {
      const name = channelName === undefined ? '' : `<channelName>${channelName}</channelName>`
      const xml = `<EventNotificationAlert><channelID>${channelId}</channelID>${name}<dateTime>${dateTime()}</dateTime><eventType>VMD</eventType></EventNotificationAlert>`
      await push({ body: Buffer.from(xml), contentType: 'application/xml' })
      clock.advance(60_000)
    }
    await report(40)
    await report(40, 'Dach')
    expect(await signals(2, fortieth)).toHaveLength(2)
    await report(40, 'HOF')
    await report(8)
    expect(await signals(2, eighth)).toHaveLength(2)
    // Of a number that two cameras have nobody knows which of them is meant.
    await create('40', 'Zaun')
    await report(40)
    expect(await signals(1)).toHaveLength(1)
  })

  it('that comes a hundred times in a second is put off beyond the limit of its camera, which is noted there, and stops no other one', async () => {
    const { byCamera } = server.container.deps.limits
    while (byCamera.take(camera.viewId, clock.now())) continue
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        push(hikvisionPost({ eventType: 'VMD', dateTime: dateTime(), activePostCount: n })),
      ),
    )
    expect(new Set(answers)).toEqual(new Set([429]))
    await until('the note', async () => (await get(`/v1/view/${camera.viewId}/way-in`)).problem?.code === 'too-many')
    const other = await createCamera(server.database.runtime, tenant.companyId)
    expect(await push(hikvisionPost({ eventType: 'VMD', dateTime: dateTime() }), await tokenOf(other.viewId))).toBe(200)
    expect(await signals(1, other.viewId)).toHaveLength(1)
  })

  it('that is a heartbeat keeps the camera alive and makes no alarm', async () => {
    expect(await push(hikvisionHeartbeat(dateTime()))).toBe(200)
    expect((await get(`/view/${camera.viewId}`)).lastSignalAt).toBe(clock.now().toISOString())
    expect(await get(`/v1/view/${camera.viewId}/signals`)).toEqual([])
  })

  it('without any content is a sign of life too', async () => {
    const token = await tokenOf(camera.viewId)
    const { statusCode } = await server.app.inject({ method: 'POST', url: `/api/v1/hik/${token}` })
    expect(statusCode).toBe(200)
    expect((await get(`/view/${camera.viewId}`)).lastSignalAt).toBe(clock.now().toISOString())
  })

  it('that nobody can read is answered 200 and passed on', async () => {
    const body = Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]><EventNotificationAlert/>')
    expect(await push({ contentType: 'application/xml', body })).toBe(200)
    const [signal] = await signals(1)
    expect(signal).toMatchObject({ kind: 'unparsed' })
    expect(signal?.alarmId).not.toBeNull()
  })

  it('whose row cannot be committed is not answered 200', async () => {
    const mend = await failCommits(server.database.owner)
    try {
      expect(await push(hikvisionPost({ eventType: 'VMD', dateTime: dateTime() }))).toBe(503)
    } finally {
      await mend()
    }
  })

  it('with an unknown token is refused, and no token stands in the log', async () => {
    expect(await push(hikvisionHeartbeat(dateTime()), 'nobody')).toBe(404)
    await push(hikvisionPost({ eventType: 'VMD', dateTime: dateTime() }))
    await signals(1)
    expect(server.logLines.join('')).not.toContain(await tokenOf(camera.viewId))
  })

  it('with the token of the mail address is refused, and a renewed address ends the token of pushes too', async () => {
    const post = hikvisionHeartbeat(dateTime())
    expect(await push(post, camera.addressToken)).toBe(404)
    const before = await tokenOf(camera.viewId)
    await callApi(server, tenant.admin, 'POST', `/v1/view/${camera.viewId}/renew-address`)
    expect(await push(post, before)).toBe(404)
    expect(await push(post)).toBe(200)
  })
})

describe('an event that a device of another maker pushes', () => {
  type Maker = 'axis' | 'instar' | 'uniview'
  /** Sends it to the address that the console shows. */
  async function pushTo(maker: Maker, sent: DevicePush, token?: string) {
    const shown = new URL((await get(`/v1/view/${camera.viewId}/intake`)).pushUrls[maker])
    const path = token === undefined ? shown.pathname : `/api/v1/${maker}/${token}`
    return server.app.inject({
      method: sent.method,
      url: path + sent.suffix,
      headers: { ...sent.headers, ...(sent.contentType && { 'content-type': sent.contentType }) },
      ...(sent.body && { payload: sent.body }),
    })
  }

  it.each([
    ['axis', () => axisImage(picture), { event: null }, 1],
    ['axis', () => axisNotification('Motion at gate'), { event: 'Motion at gate' }, 0],
    ['axis', () => axisNotification('Motion at gate', { method: 'POST' }), { event: 'Motion at gate' }, 0],
    ['instar', () => instarAlarm(2, [['name', 'Tor']]), { event: 'motion, area 2', eventType: 'motion' }, 0],
    ['uniview', () => univiewAlarm({ type: 'MotionAlarmOn' }, 'multipart/form-data'), { event: 'MotionAlarmOn' }, 0],
    ['uniview', () => univiewStructure([picture]), { event: 'objects seen', eventType: 'person' }, 1],
  ] as const)(
    'of %s is stored before its yes, and becomes an alarm · INTEGRATIONS-003',
    async (maker, compose, expected, frameCount) => {
      const reply = await pushTo(maker, compose())
      expect(reply.statusCode).toBe(200)
      // Without these words a Uniview device sends the notification again.
      expect(reply.json()).toMatchObject(maker === 'uniview' ? { ResponseCode: 0 } : { success: true })
      const [signal] = await signals(1)
      expect(signal).toMatchObject({ source: maker, kind: 'alarm', ...expected })
      expect(await get(`/alarm/${signal?.alarmId}`)).toMatchObject({ source: maker, frameCount })
    },
  )

  it('of one event in several messages is one alarm with all pictures', async () => {
    await pushTo('uniview', univiewStructure([picture]))
    clock.advance(1_000)
    await pushTo('uniview', univiewAlarm({ type: 'LineDetectorCrossed' }))
    const rows = await signals(2)
    expect(new Set(rows.map(({ alarmId }) => alarmId)).size).toBe(1)
  })

  it('of a kind that is not known is an alarm where an alarm stands in it', async () => {
    const alarm = univiewAlarm({ type: 'FieldDetectorObjectsInside' })
    const suffix = alarm.suffix.replace(/\w+$/, 'SomethingNew')
    expect(suffix).toContain('/Notification/SomethingNew')
    expect((await pushTo('uniview', { ...alarm, suffix })).statusCode).toBe(200)
    const [signal] = await signals(1)
    expect(signal?.alarmId).not.toBeNull()
  })

  it('that is a count or a test of the address keeps the camera alive and makes no alarm', async () => {
    for (const [maker, sent] of [
      ['uniview', univiewCount()],
      ['axis', { method: 'GET', suffix: '' }],
      ['instar', { method: 'POST', suffix: '' }],
    ] as const) {
      clock.advance(120_000)
      expect((await pushTo(maker, sent)).statusCode).toBe(200)
      expect((await get(`/view/${camera.viewId}`)).lastSignalAt).toBe(clock.now().toISOString())
    }
    expect(await get(`/v1/view/${camera.viewId}/signals`)).toEqual([])
  })

  it('whose row cannot be committed is not answered with a yes', async () => {
    const mend = await failCommits(server.database.owner)
    try {
      expect((await pushTo('instar', instarAlarm(1))).statusCode).toBe(503)
      expect((await pushTo('uniview', univiewAlarm({ type: 'MotionAlarmOn' }))).statusCode).toBe(503)
    } finally {
      await mend()
    }
  })

  it('with an unknown token is refused, and no token stands in the log', async () => {
    expect((await pushTo('axis', axisNotification('a'), 'nobody')).statusCode).toBe(404)
    await pushTo('instar', instarAlarm(1))
    await signals(1)
    expect(server.logLines.join('')).not.toContain(await tokenOf(camera.viewId))
  })
})
