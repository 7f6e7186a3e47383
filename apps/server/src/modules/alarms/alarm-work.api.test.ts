// Operators' actions on one alarm: labels, notes, boxes and pictures.
import { USER_HEADER, type UserType } from '@winnow/contract'
import { createFakeClock } from '@winnow/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import {
  createAlarm,
  createCamera,
  createLoggedIn,
  createTenant,
  type LoggedIn,
  type Tenant,
} from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { signPath } from '../../platform/crypto/signed-url.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { signedFramePath } from './index.ts'

const clock = createFakeClock(new Date())
let server: TestServer
let tenant: Tenant
let operator: LoggedIn
let colleague: LoggedIn
let alarmId: string

beforeAll(async () => {
  server = await startTestServer({ clock })
  tenant = await createTenant(server.database.runtime)
  operator = await user('OPERATOR_USER')
  colleague = await user('OPERATOR_USER')
})
afterAll(() => server.close())
beforeEach(async () => {
  const camera = await createCamera(server.database.runtime, tenant.companyId)
  alarmId = await createAlarm(server.database.runtime, { companyId: tenant.companyId, ...camera })
})

const user = (userType: UserType) => createLoggedIn(server.database.runtime, { companyId: tenant.companyId, userType })

const call = (method: CallMethod, url: string, payload?: object, as: LoggedIn = operator) =>
  callApi(server, as, method, url, payload)
const label = (body: object, as?: LoggedIn) => call('PUT', `/alarm/${alarmId}`, body, as)

describe('a label', () => {
  it('that one user has prepared is not stored in the session of another · ALARMS-001', async () => {
    const send = (as: LoggedIn) =>
      server.app.inject({
        method: 'PUT',
        url: `/api/alarm/${alarmId}`,
        headers: { cookie: as.cookie, 'x-requested-with': 'winnow', [USER_HEADER]: operator.userId },
        payload: { groundTruth: true },
      })
    expect((await send(colleague)).statusCode).toBe(401)
    expect((await call('GET', `/alarm/${alarmId}`)).body.groundTruth).toBeNull()
    expect((await send(operator)).statusCode).toBe(200)
  })

  it('is stored with user and time, can be changed and removed; each change is audited and announced', async () => {
    const labelled = await label({ groundTruth: false })
    expect(labelled.body).toMatchObject({ groundTruth: false, cusGroundTruth: false, supGroundTruth: null })
    expect(labelled.body.labelledAt).toBe(clock.now().toISOString())
    expect(labelled.body.labelledBy).not.toBeNull()
    await label({ groundTruth: true })
    expect((await label({ groundTruth: null })).body).toMatchObject({
      groundTruth: null,
      labelledBy: null,
      labelledAt: null,
    })
    const { audit, events } = await inSystem(server.database.runtime, async (tx) => ({
      audit: await tx
        .selectFrom('audit')
        .select(['before', 'after'])
        .where('object_id', '=', alarmId)
        .orderBy('id')
        .execute(),
      events: await tx.selectFrom('live_event').select('payload').where('type', '=', 'alarm.changed').execute(),
    }))
    expect(audit).toEqual([
      { before: { groundTruth: null }, after: { groundTruth: false } },
      { before: { groundTruth: false }, after: { groundTruth: true } },
      { before: { groundTruth: true }, after: { groundTruth: null } },
    ])
    const versions = events
      .map(({ payload }) => payload as { id: string; version: number })
      .filter(({ id }) => id === alarmId)
    expect(versions.map(({ version }) => version)).toEqual([2, 3, 4])
  })

  it('is refused with a conflict, and changes nothing, if another operator has set a different label meanwhile', async () => {
    await label({ groundTruth: true, expected: null }, colleague)
    const refused = await label({ groundTruth: false, expected: null })
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'CONFLICT',
        labels: {
          theirs: { authorId: colleague.userId, kind: 'operator', groundTruth: true, at: clock.now().toISOString() },
          yours: { authorId: operator.userId, kind: 'operator', groundTruth: false, at: clock.now().toISOString() },
        },
      },
    })
    expect(refused.body.labels.theirs.authorName).not.toBeNull()
    expect((await call('GET', `/alarm/${alarmId}`)).body.groundTruth).toBe(true)
  })

  it('is accepted if another operator has set the same label meanwhile', async () => {
    await label({ groundTruth: true, expected: null }, colleague)
    expect((await label({ groundTruth: true, expected: null })).status).toBe(200)
  })

  it('is accepted from only one of two operators who set different labels at the same time', async () => {
    const replies = await Promise.all([
      label({ groundTruth: true, expected: null }),
      label({ groundTruth: false, expected: null }, colleague),
    ])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  it('overwrites without a conflict if the request does not name the label that was shown', async () => {
    await label({ groundTruth: true }, colleague)
    expect((await label({ groundTruth: false })).body.groundTruth).toBe(false)
  })

  it('of a supervisor takes precedence, and the customer’s label is kept · ALARMS-007', async () => {
    await inSystem(server.database.runtime, (tx) =>
      tx
        .insertInto('alarm_label')
        .values({
          company_id: tenant.companyId,
          alarm_id: alarmId,
          kind: 'supervisor',
          author_name: 'Sue',
          ground_truth: true,
          at: clock.now(),
        })
        .execute(),
    )
    const { body } = await label({ groundTruth: false })
    expect(body).toMatchObject({ groundTruth: true, cusGroundTruth: false, supGroundTruth: true })
  })

  it('is refused to users who may only read', async () => {
    expect(await label({ groundTruth: true }, await user('MEMBER_USER_READONLY'))).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    })
  })
})

const add = async (content: string, as?: LoggedIn) =>
  (await call('POST', `/v1/alarm/${alarmId}/notes`, { content }, as)).body

describe('a note', () => {
  it('is added with its author, listed oldest first, and counted', async () => {
    await add('  First  ')
    await add('Second', colleague)
    const { body } = await call('GET', `/v1/alarm/${alarmId}/notes`)
    expect(body).toMatchObject([
      { content: 'First', userId: operator.userId },
      { content: 'Second', userId: colleague.userId },
    ])
    expect((await call('GET', `/alarm/${alarmId}`)).body.noteCount).toBe(2)
  })

  it('can be deleted only by its author or an administrator', async () => {
    const [own, theirs] = [await add('Mine'), await add('Theirs', colleague)]
    const remove = async (id: string, as?: LoggedIn) =>
      (await call('DELETE', `/v1/alarm/${alarmId}/notes/${id}`, undefined, as)).status
    expect(await remove(theirs.id)).toBe(403)
    expect(await remove(own.id)).toBe(200)
    expect(await remove(theirs.id, tenant.admin)).toBe(200)
    expect(await remove(theirs.id, tenant.admin)).toBe(404)
    expect((await call('GET', `/alarm/${alarmId}`)).body.noteCount).toBe(0)
  })

  it('whose author was deleted cannot be deleted by a token whose creator was deleted', async () => {
    const { id } = await add('Mine', colleague)
    await inSystem(server.database.runtime, (tx) =>
      tx.updateTable('alarm_note').set({ user_id: null }).where('id', '=', id).execute(),
    )
    const reply = await server.app.inject({
      method: 'DELETE',
      url: `/api/v1/alarm/${alarmId}/notes/${id}`,
      headers: { authorization: `Bearer ${tenant.apiToken}` },
    })
    expect(reply.statusCode).toBe(403)
    expect((await call('GET', `/v1/alarm/${alarmId}/notes`)).body).toHaveLength(1)
  })

  it('is not found under another alarm', async () => {
    const note = await add('Here')
    expect((await call('DELETE', `/v1/alarm/${tenant.alarmId}/notes/${note.id}`)).status).toBe(404)
  })

  it.each(['', '   ', 'x'.repeat(2049)])('with no text or too much text is refused (%#)', async (content) => {
    expect((await call('POST', `/v1/alarm/${alarmId}/notes`, { content })).status).toBe(400)
  })
})

describe('the boxes of an alarm', () => {
  it('are hidden for everyone, but the detections are kept', async () => {
    const before = (await call('GET', `/alarm/${alarmId}`)).body
    expect((await call('DELETE', `/alarm/${alarmId}/boxes`)).body).toEqual({ success: true })
    const after = (await call('GET', `/alarm/${alarmId}`, undefined, colleague)).body
    expect(after).toMatchObject({ boxesRemoved: true, detections: before.detections, version: before.version + 1 })
  })
})

const look = (headers: Record<string, string> = {}, query = '') =>
  server.app.inject({
    url: `/api/v1/alarm/${alarmId}/frame/0/image${query}`,
    headers: { cookie: operator.cookie, ...headers },
  })

describe('a picture', () => {
  const bytes = Buffer.from('ffd8ffe0 this is a picture', 'latin1')
  beforeEach(async () => {
    const key = `media/2026-01-01/${alarmId}/0`
    await server.container.deps.media.put(`${key}.jpg`, bytes)
    await server.container.deps.media.put(`${key}-original.bin`, Buffer.from('<script>alert(1)</script>'))
    await inSystem(server.database.runtime, (tx) =>
      tx
        .insertInto('frame')
        .values({
          alarm_id: alarmId,
          position: 0,
          company_id: tenant.companyId,
          signal_id: alarmId,
          media_id: 'm',
          kind: 'still',
          original_type: 'application/octet-stream',
          original_bytes: 1,
          original_key: `${key}-original.bin`,
          display_key: `${key}.jpg`,
          judged: true,
        })
        .execute(),
    )
  })

  it('is served with headers that prevent execution, type guessing and embedding', async () => {
    const reply = await look()
    expect(reply.rawPayload.equals(bytes)).toBe(true)
    expect(reply.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(bytes.length),
      'cache-control': 'private, no-cache',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
  })

  it('is not sent again to a browser that has it, and is not reused by the next user of that browser', async () => {
    const etag = String((await look()).headers['etag'])
    const again = await look({ 'if-none-match': etag })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
    const stranger = await createTenant(server.database.runtime)
    expect((await look({ 'if-none-match': etag, cookie: stranger.admin.cookie })).statusCode).toBe(404)
    expect((await look({ 'if-none-match': etag, cookie: '' })).statusCode).toBe(401)
  })

  it('in its original form is served as a download, whatever type it claims', async () => {
    const reply = await look({}, '?original=true')
    expect(reply.headers['content-type']).toBe('application/octet-stream')
    expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="[\w.-]+"$/)
    expect(reply.body).toContain('<script>')
  })

  it('from a clip comes with a download of the clip as the device sent it', async () => {
    const key = `media/2026-01-01/${alarmId}/1.mp4`
    const sent = Buffer.from('a clip as it came')
    await server.container.deps.media.put(key, sent)
    await inSystem(server.database.runtime, (tx) =>
      tx
        .insertInto('frame')
        .values({
          alarm_id: alarmId,
          position: 1,
          company_id: tenant.companyId,
          signal_id: alarmId,
          media_id: 'clip',
          kind: 'clip',
          original_type: 'video/mp4',
          original_bytes: sent.length,
          original_key: key,
        })
        .execute(),
    )
    const { body } = await call('GET', `/alarm/${alarmId}`)
    expect(body.clips).toEqual([{ position: 1, type: 'video/mp4', bytes: sent.length }])
    const picture = { url: `/api/v1/alarm/${alarmId}/frame/1/image`, headers: { cookie: operator.cookie } }
    const take = { ...picture, url: `${picture.url}?original=true` }
    const reply = await server.app.inject(take)
    expect(reply.rawPayload.equals(sent)).toBe(true)
    expect(reply.headers['content-type']).toBe('video/mp4')
    expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="[\w-]+-1\.mp4"$/)
    const stranger = await createTenant(server.database.runtime)
    const strange = await server.app.inject({ ...take, headers: { cookie: stranger.admin.cookie } })
    expect(strange.statusCode).toBe(404)
    const entries = await inSystem(server.database.runtime, (tx) =>
      tx.selectFrom('audit').select(['action', 'user_id']).where('object_id', '=', alarmId).execute(),
    )
    expect(entries).toContainEqual({ action: 'alarm.downloaded', user_id: operator.userId })
    // Browsers cannot show a clip, so its address works only with `original`.
    expect((await server.app.inject(picture)).statusCode).toBe(404)
  })

  it('with a lost file is not found', async () => {
    await server.container.deps.media.delete([`media/2026-01-01/${alarmId}/0.jpg`])
    expect((await look()).statusCode).toBe(404)
  })

  const sign = (of = alarmId, seconds = 3_600) => {
    const now = clock.now()
    return signPath(server.container.deps.keys, signedFramePath(of, 0), {
      expires: new Date(now.getTime() + seconds * 1_000),
      now,
    })
  }

  const open = async (address: string) => (await server.app.inject(address)).statusCode

  describe('by a signed address', () => {
    it('is shown without a session, also embedded in other pages, until the address expires', async () => {
      const address = sign()
      const reply = await server.app.inject(address)
      expect(reply.rawPayload.equals(bytes)).toBe(true)
      expect(reply.headers['cross-origin-resource-policy']).toBe('cross-origin')
      clock.advance(3_599_000)
      expect(await open(address)).toBe(200)
      clock.advance(1_000)
      expect(await open(address)).toBe(404)
    })

    it.each<[string, (address: string) => string]>([
      [
        'a later end',
        (address) => address.replace(/expires=(\d+)/, (_all, end: string) => `expires=${Number(end) + 60}`),
      ],
      [
        'another signature',
        (address) =>
          address.replace(/signature=(.)/, (_all, first: string) => `signature=${first === 'A' ? 'B' : 'A'}`),
      ],
      ['no signature', (address) => address.replace(/signature=.*/, 'signature=')],
      ['another key', (address) => address.replace(/key=[^&]+/, 'key=nokey')],
      ['another frame', (address) => address.replace('/frame/0', '/frame/1')],
      ['another alarm', (address) => address.replace(alarmId, tenant.alarmId)],
    ])('is refused with %s', async (_what, tamper) => {
      const address = sign()
      expect(await open(address)).toBe(200)
      expect(tamper(address)).not.toBe(address)
      expect(await open(tamper(address))).toBe(404)
    })
  })
})
