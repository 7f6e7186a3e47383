import { MAX_ALARM_LINKS, type AlarmLink } from '@winnow/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { createAlarm, createLoggedIn, createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { hashToken } from '../../platform/crypto/tokens.ts'
import { inSystem } from '../../platform/db/transaction.ts'

const MARK = 'SECRET OWNER'
let server: TestServer
let tenant: Tenant
let alarmId: string
let original: Buffer
/** Each test has an address of its own, so that none is limited by another. */
let address = 0

beforeAll(async () => {
  server = await startTestServer()
  original = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#224466' } })
    .withExif({ IFD0: { Copyright: MARK }, IFD3: { GPSLatitude: '48/1 8/1 0/1', GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer()
})
afterAll(() => server.close())

const system = <T>(work: Parameters<typeof inSystem<T>>[1]) => inSystem(server.database.runtime, work)

beforeEach(async () => {
  address += 1
  tenant = await createTenant(server.database.runtime)
  alarmId = await createAlarm(server.database.runtime, tenant)
  const key = `media/2026-01-01/${alarmId}-0.jpg`
  await server.container.deps.media.put(key, original)
  const found = { class: 'person', label: 'person', score: 0.9, moved: true, masked: false, static: false, model: 'm' }
  const box = { x: 0.25, y: 0.25, width: 0.5, height: 0.5 }
  await system(async (tx) => {
    await tx
      .insertInto('frame')
      .values({
        alarm_id: alarmId,
        position: 0,
        company_id: tenant.companyId,
        signal_id: tenant.signalId,
        media_id: 'm0',
        kind: 'still',
        original_key: key,
        display_key: key,
        judged: true,
        original_type: 'image/jpeg',
        original_bytes: original.length,
      })
      .execute()
    const detections = [
      { ...found, frame: 0, box, counted: true, doubt: null },
      { ...found, frame: 0, box, counted: false, doubt: 'static' },
    ]
    await tx
      .updateTable('alarm')
      .set({ frame_count: 1, detections: JSON.stringify(detections) })
      .where('id', '=', alarmId)
      .execute()
  })
})

const asAdmin = (method: CallMethod, url: string, body?: object) => callApi(server, tenant.admin, method, url, body)
const links = async () => ((await asAdmin('GET', `/v1/alarm/${alarmId}/links`)).body as { rows: AlarmLink[] }).rows

async function share(body: object = {}): Promise<{ token: string; path: string; link: AlarmLink }> {
  const made = await asAdmin('POST', `/v1/alarm/${alarmId}/links`, body)
  if (made.status !== 200) throw new Error(JSON.stringify(made))
  return made.body as { token: string; path: string; link: AlarmLink }
}

/** A request of somebody without a login. */
const visit = (token: string, { picture, from }: { picture?: number; from?: string } = {}) =>
  server.app.inject({
    method: 'POST',
    url: `/api/v1/shared/alarm${picture === undefined ? '' : `/frame/${picture}`}`,
    remoteAddress: from ?? `198.51.100.${address}`,
    payload: { token },
  })

const actions = () =>
  system((tx) =>
    tx
      .selectFrom('audit')
      .select(['action', 'user_name', 'address', 'object_id'])
      .where('company_id', '=', tenant.companyId)
      .where('action', 'like', 'alarm.link-%')
      .orderBy('id')
      .execute(),
  )

describe('a public link', () => {
  it('shows its alarm without a login, as often as it is opened, and nothing else of the company', async () => {
    const { token, path, link } = await share({ note: 'Police' })
    expect(path).toBe(`/shared#${token}`)
    expect(Buffer.from(token.split('.')[0] ?? '', 'base64url')).toHaveLength(32)
    const days = (Date.parse(link.expiresAt) - Date.parse(link.createdAt)) / 86_400_000
    expect(days).toBe(7)
    for (let time = 0; time < 2; time++) {
      const reply = await visit(token)
      expect(reply.statusCode).toBe(200)
      expect(reply.headers).toMatchObject({
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex, nofollow',
        'referrer-policy': 'no-referrer',
      })
      const shown = reply.json<Record<string, unknown>>()
      expect(Object.keys(shown).toSorted()).toEqual(
        [
          'viewName',
          'siteName',
          'timezone',
          'receivedAt',
          'eventType',
          'classes',
          'frames',
          'detections',
          'expiresAt',
        ].toSorted(),
      )
      expect(shown['frames']).toEqual([{ position: 0, width: null, height: null, offsetMs: null }])
      // Only what counted for the verdict.
      expect(shown['detections']).toHaveLength(1)
      for (const secret of [tenant.companyId, tenant.projectId, alarmId]) expect(reply.body).not.toContain(secret)
    }
    expect(await links()).toMatchObject([{ note: 'Police', state: 'active', openCount: 2 }])
    expect(await actions()).toMatchObject([
      { action: 'alarm.link-created', object_id: alarmId },
      // Two openings from one address within an hour are one entry.
      { action: 'alarm.link-opened', object_id: alarmId, address: `198.51.100.${address}` },
    ])
  })

  it('sends pictures without metadata, which nobody may store', async () => {
    const { token } = await share()
    expect(original.includes(MARK)).toBe(true)
    const picture = await visit(token, { picture: 0 })
    expect(picture.statusCode).toBe(200)
    expect(picture.rawPayload.includes(MARK)).toBe(false)
    const metadata = await sharp(picture.rawPayload).metadata()
    expect(metadata).toMatchObject({ width: 320, height: 240 })
    expect(metadata.exif).toBeUndefined()
    expect(picture.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' })
    expect(picture.headers).not.toHaveProperty('etag')
    expect((await visit(token, { picture: 1 })).statusCode).toBe(404)
  })

  it('gives one reply to every token that opens nothing', async () => {
    const [expired, revoked, left, gone] = [await share(), await share(), await share(), await share()]
    const now = server.container.deps.clock.now()
    await system((tx) =>
      tx.updateTable('alarm_link').set({ expires_at: now }).where('id', '=', expired.link.id).execute(),
    )
    expect((await asAdmin('DELETE', `/v1/alarm/${alarmId}/links/${revoked.link.id}`)).status).toBe(200)
    await system((tx) => tx.updateTable('alarm_link').set({ user_id: null }).where('id', '=', left.link.id).execute())
    const guess = `${gone.token.slice(0, -2)}AA`
    const replies = []
    for (const token of [expired.token, revoked.token, left.token, guess, '', '../../etc', '%00', 'x'.repeat(200)])
      for (const picture of [undefined, 0]) replies.push(await visit(token, picture === undefined ? {} : { picture }))
    const seen = replies.map(({ statusCode, json, headers }) => {
      const { requestId: _requestId, ...rest } = json<Record<string, unknown>>()
      return JSON.stringify([statusCode, rest, headers['cache-control']])
    })
    expect(new Set(seen).size).toBe(1)
    expect(seen[0]).toContain('404')
    expect((await links()).map(({ state }) => state).toSorted()).toEqual(['active', 'active', 'expired', 'revoked'])
    // The alarm itself is deleted.
    await system((tx) => tx.deleteFrom('alarm').where('id', '=', alarmId).execute())
    expect((await visit(gone.token)).statusCode).toBe(404)
  })

  it('stops with the rights of its maker', async () => {
    const member = await createLoggedIn(server.database.runtime, {
      companyId: tenant.companyId,
      userType: 'MEMBER_USER',
    })
    const made = await callApi(server, member, 'POST', `/v1/alarm/${alarmId}/links`, {})
    const { token } = made.body as { token: string }
    expect((await visit(token)).statusCode).toBe(200)
    await system((tx) =>
      tx.updateTable('app_user').set({ disabled_at: new Date() }).where('id', '=', member.userId).execute(),
    )
    expect((await visit(token)).statusCode).toBe(404)
  })

  it('rests while its company is suspended, whether a user or a program has made it', async () => {
    const made = await server.app.inject({
      method: 'POST',
      url: `/api/v1/alarm/${alarmId}/links`,
      headers: { authorization: `Bearer ${tenant.apiToken}` },
      payload: {},
    })
    const tokens = [(await share()).token, made.json<{ token: string }>().token]
    const replies = async () => Promise.all(tokens.map(async (token) => (await visit(token)).statusCode))
    const suspend = (at: Date | null) =>
      system((tx) => tx.updateTable('company').set({ suspended_at: at }).where('id', '=', tenant.companyId).execute())
    expect(await replies()).toEqual([200, 200])
    await suspend(new Date())
    expect(await replies()).toEqual([404, 404])
    await suspend(null)
    expect(await replies()).toEqual([200, 200])
  })

  it('needs the signature of this installation: a row of the database alone opens nothing', async () => {
    const { link } = await share()
    const forged = 'x'.repeat(43)
    await system((tx) =>
      tx
        .updateTable('alarm_link')
        .set({ token_hash: hashToken(forged) })
        .where('id', '=', link.id)
        .execute(),
    )
    expect((await visit(forged)).statusCode).toBe(404)
  })

  it('is stored as a hash alone', async () => {
    const { token } = await share()
    const rows = await system((tx) => tx.selectFrom('alarm_link').selectAll().where('alarm_id', '=', alarmId).execute())
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(server.logLines.join('\n')).not.toContain(token)
  })
})

describe('limits', () => {
  it.each([{ days: 0 }, { days: 31 }, { days: 1.5 }, { days: '7' }, { note: 'x'.repeat(101) }])(
    'refuse %o',
    async (body) => {
      expect((await asAdmin('POST', `/v1/alarm/${alarmId}/links`, body)).status).toBe(400)
    },
  )

  it('allow 30 days and so many links at once', async () => {
    const { link } = await share({ days: 30 })
    expect((Date.parse(link.expiresAt) - Date.parse(link.createdAt)) / 86_400_000).toBe(30)
    const more = await Promise.all(
      Array.from({ length: MAX_ALARM_LINKS }, () => asAdmin('POST', `/v1/alarm/${alarmId}/links`, {})),
    )
    expect(more.filter(({ status }) => status === 200)).toHaveLength(MAX_ALARM_LINKS - 1)
    expect(more.filter(({ status }) => status === 409)).toHaveLength(1)
    await asAdmin('DELETE', `/v1/alarm/${alarmId}/links/${link.id}`)
    expect((await asAdmin('POST', `/v1/alarm/${alarmId}/links`, {})).status).toBe(200)
  })

  it('stop an address that guesses, and no other', async () => {
    const { token } = await share()
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, index) => visit(`guess-${index}`, { from: '203.0.113.7' })),
    )
    expect(replies.filter(({ statusCode }) => statusCode === 404)).toHaveLength(30)
    expect(replies.filter(({ statusCode }) => statusCode === 429)).toHaveLength(10)
    expect((await visit(token, { from: '203.0.113.7' })).statusCode).toBe(429)
    expect((await visit(token, { from: '203.0.113.8' })).statusCode).toBe(200)
  })

  it('let an address open many pictures', async () => {
    const { token } = await share()
    for (let time = 0; time < 60; time++) {
      const reply = await visit(token, { picture: 0 })
      expect(reply.statusCode).toBe(200)
    }
  })
})

describe('who may share', () => {
  it('is not another company, and links are found below their alarm alone', async () => {
    const { link } = await share()
    const other = await createTenant(server.database.runtime)
    for (const [method, url] of [
      ['GET', `/v1/alarm/${alarmId}/links`],
      ['POST', `/v1/alarm/${alarmId}/links`],
      ['DELETE', `/v1/alarm/${alarmId}/links/${link.id}`],
    ] as const)
      expect((await callApi(server, other.admin, method, url, method === 'POST' ? {} : undefined)).status).toBe(404)
    const sibling = await createAlarm(server.database.runtime, tenant)
    expect((await asAdmin('DELETE', `/v1/alarm/${sibling}/links/${link.id}`)).status).toBe(404)
    expect((await asAdmin('DELETE', `/v1/alarm/${alarmId}/links/${link.id}`)).status).toBe(200)
    // A second revocation finds no link that works.
    expect((await asAdmin('DELETE', `/v1/alarm/${alarmId}/links/${link.id}`)).status).toBe(404)
    expect((await actions()).map(({ action }) => action)).toEqual(['alarm.link-created', 'alarm.link-revoked'])
  })
})
