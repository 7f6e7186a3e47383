import { describe, expect, it } from 'vitest'
import type { GuardedRequest, GuardedResponse } from '../guard/types.ts'
import { type NxAddress, openNx } from './nx-client.ts'
import { readLog } from './read-nx-log.ts'
import { readCameras, readServers, readSystem } from './read-nx.ts'

const SITE = '11111111-2222-3333-4444-555555555555'
const RELAY = `https://${SITE}.relay.vmsproxy.com:443`
const ADDRESS: NxAddress = { host: '192.0.2.9', port: 7001, user: 'u', password: 'p', fingerprint: 'ab'.repeat(32) }

type Answer = { status: number; body?: unknown; location?: string }

/** A guard that answers in turn, and keeps what was asked of it. */
function scripted(...answers: Answer[]) {
  const calls: { url: string; request: GuardedRequest }[] = []
  const fetch = async (url: string, request: GuardedRequest = {}): Promise<GuardedResponse> => {
    const { status, body = {}, location } = answers[calls.length] ?? { status: 200 }
    calls.push({ url, request })
    const bytes = body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body))
    return { ok: true, status, headers: location === undefined ? {} : { location }, body: bytes, truncated: false }
  }
  return { calls, fetch }
}
const bearer = ({ request }: { request: GuardedRequest }) => request.headers?.['authorization']

async function open(guard: ReturnType<typeof scripted>, address: Partial<NxAddress> = {}) {
  const opened = await openNx(guard, { ...ADDRESS, ...address })
  if (!opened.ok) throw new Error(opened.code)
  return opened.value
}

describe('a session', () => {
  it('is asked for with the pinned certificate, used as a bearer and given back', async () => {
    const guard = scripted({ status: 200, body: { token: 'vms-1' } }, { status: 200, body: { reply: [] } })
    const session = await open(guard)
    expect(await session.servers()).toEqual({ ok: true, value: [] })
    await session.close()
    expect(guard.calls.map(({ url, request }) => `${request.method ?? 'GET'} ${url}`)).toEqual([
      'POST https://192.0.2.9:7001/rest/v4/login/sessions',
      'GET https://192.0.2.9:7001/rest/v4/servers?_with=id,name,status',
      'DELETE https://192.0.2.9:7001/rest/v4/login/sessions/vms-1',
    ])
    expect(guard.calls.map(({ request }) => request.fingerprint)).toEqual(Array(3).fill(ADDRESS.fingerprint))
    expect(guard.calls.map(bearer)).toEqual([undefined, 'Bearer vms-1', 'Bearer vms-1'])
  })

  it('behind the relay has a token of the cloud for this system, and is authorised again where the relay leads', async () => {
    const node = 'https://node7.relay.vmsproxy.com/rest/v4/devices'
    const guard = scripted(
      { status: 200, body: { access_token: 'nxcdb-1' } },
      { status: 307, location: node },
      { status: 200, body: [] },
    )
    const session = await open(guard, { host: `${SITE}.relay.vmsproxy.com`, port: 443, fingerprint: '' })
    expect(await session.cameras()).toEqual({ ok: true, value: [] })
    expect(guard.calls.map(({ url }) => url.replace(/\?.*/, ''))).toEqual([
      'https://nxvms.com/cdb/oauth2/token',
      `${RELAY}/rest/v4/devices`,
      node,
    ])
    expect(guard.calls[0]?.request.body).toContain(`"scope":"cloudSystemId=${SITE}"`)
    expect(guard.calls.map(bearer)).toEqual([undefined, 'Bearer nxcdb-1', 'Bearer nxcdb-1'])
  })

  it.each([
    ['the relay leads elsewhere', `${SITE}.relay.vmsproxy.com`, 'https://evil.example/rest'],
    ['the relay leads to plain HTTP', `${SITE}.relay.vmsproxy.com`, 'http://node7.relay.vmsproxy.com/'],
    ['a name only looks like the relay', `${SITE}.relay.vmsproxy.com`, 'https://vmsproxy.com.evil.example/'],
    ['a server of one’s own redirects', '192.0.2.9', 'https://node7.relay.vmsproxy.com/'],
  ])('is not taken along where %s', async (_what, host, location) => {
    const guard = scripted({ status: 200, body: { token: 't', access_token: 't' } }, { status: 307, location })
    const session = await open(guard, { host, fingerprint: '' })
    expect(await session.servers()).toEqual({ ok: false, code: 'answer' })
    expect(guard.calls).toHaveLength(2)
  })

  it('ends at a relay that leads in circles', async () => {
    const again = { status: 307, location: `${RELAY}/again` }
    const guard = scripted({ status: 200, body: { access_token: 't' } }, ...Array.from({ length: 9 }, () => again))
    const session = await open(guard, { host: `${SITE}.relay.vmsproxy.com` })
    expect(await session.servers()).toEqual({ ok: false, code: 'answer' })
    expect(guard.calls).toHaveLength(5)
  })

  it.each([
    [{ status: 401 }, 'login'],
    [{ status: 403 }, 'login'],
    [{ status: 404 }, 'answer'],
    [{ status: 200, body: { token: 'a\r\nb: c' } }, 'answer'],
    [{ status: 200, body: [] }, 'answer'],
  ])('is not opened by %j', async (answer, code) => {
    expect(await openNx(scripted(answer), ADDRESS)).toEqual({ ok: false, code })
  })
})

describe('a picture', () => {
  it('is asked for by its time, and is a JPEG', async () => {
    const guard = scripted(
      { status: 200, body: { token: 't' } },
      { status: 200, body: Buffer.from([0xff, 0xd8, 0xff]) },
      { status: 200, body: Buffer.from('<html>') },
    )
    const session = await open(guard)
    expect(await session.picture('{A0}', new Date(1_700_000_000_000))).toMatchObject({ ok: true })
    expect(guard.calls[1]?.url).toBe(
      'https://192.0.2.9:7001/rest/v4/devices/a0/image?timestampMs=1700000000000&format=jpg',
    )
    expect(await session.picture('../../users')).toEqual({ ok: false, code: 'answer' })
    expect(guard.calls[2]?.url).toContain('/devices/..%2F..%2Fusers/image?timestampMs=-1')
  })
})

describe('an answer', () => {
  it.each([undefined, null, 7, 'text', {}, { reply: 'x' }])('that is %j has no rows', (answer) => {
    expect([readServers(answer), readCameras(answer), readSystem(answer)]).toEqual([undefined, undefined, undefined])
  })

  it('is read whatever is in its rows', () => {
    const rows = [null, 1, [], { id: 7 }, { id: ' {AB} ', name: 'a\r\n\u2028b', group: 'x', serverId: 3 }, { id: 'b' }]
    expect(readCameras(rows)).toEqual([
      { id: 'ab', name: 'a b', serverId: '', groupName: '' },
      { id: 'b', name: 'b', serverId: '', groupName: '' },
    ])
    expect(readSystem({ name: 'x'.repeat(900), cloudId: '{C}' })).toEqual({ id: 'c', name: 'x'.repeat(200) })
  })
})

describe('the event log', () => {
  const ROW = {
    timestampMs: 1_781_247_975_053,
    eventData: { eventType: 'analyticsSdkEvent', caption: 'Fence', eventTypeId: 'nx.Line', deviceIds: [`{AB}`] },
    actionData: { actionType: 'execHttpRequestAction' },
    ruleId: 'rule-1',
    flags: 'noFlags',
  }

  it('is asked for from a time on, and read', async () => {
    const guard = scripted({ status: 200, body: { token: 't' } }, { status: 200, body: [ROW] })
    const session = await open(guard)
    const log = await session.log({ since: new Date(1_000), durationMs: 2_000, limit: 3 })
    expect(guard.calls[1]?.url).toContain('/rest/v4/events/log?startTimeMs=1000&durationMs=2000&order=asc&limit=3')
    expect(log).toMatchObject({
      ok: true,
      value: [
        {
          at: new Date(ROW.timestampMs),
          alarmType: 'analyticsSdkEvent',
          alarmName: 'Fence',
          actionType: 'execHttpRequestAction',
          alarmEventId: 'nx.Line',
          cameraId: 'ab',
        },
      ],
    })
  })

  it.each([
    [{ deviceId: 'D' }, 'd'],
    [{ cameraId: '{C}' }, 'c'],
    [{ eventResourceId: 'r' }, 'r'],
    [{ metadata: { cameraRefs: ['m'] } }, 'm'],
    [{ metadata: 7, deviceIds: 'x' }, ''],
  ])('names the camera in the ways of several versions: %j', (fields, cameraId) => {
    const [entry] = readLog({ reply: [{ ...ROW, eventData: { eventType: 'x', ...fields } }] }) ?? []
    expect(entry?.cameraId).toBe(cameraId)
  })

  it('without times or types has no entries', () => {
    expect(readLog([{ ...ROW, timestampMs: null }, { ...ROW, eventData: null }, { timestampMs: 'x' }, 7])).toEqual([])
    expect(readLog({ nope: true })).toBeUndefined()
  })
})
