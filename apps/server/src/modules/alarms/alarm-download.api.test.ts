import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { DOWNLOAD_SECONDS } from '@winnow/contract'
import { annotate } from '@winnow/vision/testing'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { createAlarm, createLoggedIn, createTenant, type Tenant } from '../../../test/factories.ts'
import { analysisOf, scriptedPool } from '../../../test/scripted-pool.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { signPath } from '../../platform/crypto/signed-url.ts'
import { signedFramePath } from './index.ts'

const run = promisify(execFile)
const MARK = 'SECRET OWNER'
let server: TestServer
let tenant: Tenant
let alarmId: string
let original: Buffer

beforeAll(async () => {
  server = await startTestServer({ pool: { ...scriptedPool((job) => analysisOf('true', job)), annotate } })
  original = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#224466' } })
    .withExif({ IFD0: { Copyright: MARK }, IFD3: { GPSLatitude: '48/1 8/1 0/1', GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer()
  if (!original.includes(MARK)) throw new Error('the picture has no metadata')
})
afterAll(() => server.close())
beforeEach(async () => {
  tenant = await createTenant(server.database.runtime)
  alarmId = await createAlarm(server.database.runtime, tenant)
})

/** Stores a file of the alarm. */
async function store(position: number, { bytes = original, lost = false } = {}): Promise<void> {
  const key = `media/2026-01-01/${alarmId}-${position}.jpg`
  if (!lost) await server.container.deps.media.put(key, bytes)
  const detection = {
    frame: 0,
    class: 'person',
    label: 'person',
    score: 0.9,
    moved: true,
    masked: false,
    static: false,
    box: { x: 0.25, y: 0.25, width: 0.5, height: 0.5 },
    counted: true,
    doubt: null,
    model: 'm',
  }
  await inSystem(server.database.runtime, async (tx) => {
    await tx
      .insertInto('frame')
      .values({
        alarm_id: alarmId,
        position,
        company_id: tenant.companyId,
        signal_id: tenant.signalId,
        media_id: `m${position}`,
        kind: 'still',
        original_key: key,
        display_key: key,
        judged: true,
        original_type: 'image/jpeg',
        original_bytes: bytes.length,
      })
      .execute()
    await tx
      .updateTable('alarm')
      .set({
        frame_count: 1,
        detections: JSON.stringify([detection]),
        reasons: JSON.stringify([{ code: 'person-detected' }]),
      })
      .where('id', '=', alarmId)
      .execute()
  })
}

const get = (url: string, cookie?: string) => server.app.inject({ url, headers: cookie ? { cookie } : {} })
const link = async (cookie = tenant.admin.cookie): Promise<{ token: string; url: string; expiresAt: string }> => {
  const reply = await get(`/api/v1/alarm/${alarmId}/generate-download-token`, cookie)
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json()
}

interface Listed {
  name: string
  kind: string
  position: number
  bytes: number
  sha256: string
}
async function open(zip: Buffer) {
  const files = new Map<string, Buffer>()
  const archive = await fromBufferPromise(zip)
  for await (const entry of archive.eachEntry())
    files.set(entry.fileName, await buffer(await archive.openReadStreamPromise(entry)))
  const facts = JSON.parse(String(files.get('alarm.json'))) as {
    format: string
    alarm: { id: string; verdict: string; detections: object[] }
    notes: object[]
    files: Listed[]
    missing: object[]
  }
  return { files, facts }
}

describe('the download of an alarm', () => {
  it('has the bytes received, pictures with boxes, and the facts with all hashes · ALARMS-010, ALARMS-008', async () => {
    await store(0)
    const { url, expiresAt } = await link()
    const seconds = (Date.parse(expiresAt) - server.container.deps.clock.now().getTime()) / 1000
    expect(seconds).toBeLessThanOrEqual(DOWNLOAD_SECONDS)
    expect(seconds).toBeGreaterThan(DOWNLOAD_SECONDS - 60)
    const reply = await get(url)
    expect(reply.statusCode).toBe(200)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="alarm-${alarmId}.zip"`,
      'cache-control': 'no-store',
    })
    const { files, facts } = await open(reply.rawPayload)
    expect([...files.keys()]).toEqual(['originals/0000.jpg', 'annotated/0000.jpg', 'alarm.json'])
    expect(files.get('originals/0000.jpg')).toEqual(original)
    expect(facts).toMatchObject({ format: 'winnow-alarm/1', alarm: { id: alarmId, verdict: 'true' }, missing: [] })
    expect(facts.files.map(({ name, kind, position }) => [name, kind, position])).toEqual([
      ['originals/0000.jpg', 'original', 0],
      ['annotated/0000.jpg', 'annotated', 0],
    ])
    for (const { name, bytes, sha256 } of facts.files) {
      const content = files.get(name) ?? Buffer.alloc(0)
      expect([content.length, createHash('sha256').update(content).digest('hex')]).toEqual([bytes, sha256])
    }
    // The box is drawn in the colour of persons.
    const drawn = sharp(files.get('annotated/0000.jpg')).extract({ left: 80, top: 120, width: 1, height: 1 })
    const [red = 0, , blue = 0] = await drawn.raw().toBuffer()
    expect(red).toBeGreaterThan(blue)
  })

  it('can be opened by other programs · ALARMS-010', async () => {
    await store(0)
    const folder = await mkdtemp(join(tmpdir(), 'winnow-download-'))
    await writeFile(join(folder, 'alarm.zip'), (await get((await link()).url)).rawPayload)
    const list = "import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); print(z.testzip(), ' '.join(z.namelist()))"
    const { stdout } = await run('python3', ['-c', list, join(folder, 'alarm.zip')])
    expect(stdout.trim()).toBe('None originals/0000.jpg annotated/0000.jpg alarm.json')
    await rm(folder, { recursive: true, force: true })
  })

  it('says which files are missing, and is complete otherwise · ALARMS-010', async () => {
    await store(0, { lost: true })
    await store(1, { bytes: Buffer.from('no picture') })
    await store(2)
    const { files, facts } = await open((await get((await link()).url)).rawPayload)
    expect([...files.keys()].toSorted()).toEqual([
      'alarm.json',
      'annotated/0002.jpg',
      'originals/0001.jpg',
      'originals/0002.jpg',
    ])
    expect(facts.missing).toEqual([
      { kind: 'original', position: 0, reason: 'deleted' },
      { kind: 'annotated', position: 1, reason: 'not-drawn' },
    ])
  })

  it('shows boxes that a person has set, and has clips as they were received · ALARMS-010', async () => {
    await store(0)
    const clip = Buffer.from('a clip as it came')
    const key = `media/2026-01-01/${alarmId}-1.mp4`
    await server.container.deps.media.put(key, clip)
    const set = { class: 'person', box: { x: 0, y: 0.5, width: 0.1, height: 0.4 } }
    await inSystem(server.database.runtime, async (tx) => {
      const row = { alarm_id: alarmId, company_id: tenant.companyId, signal_id: tenant.signalId }
      const sent = { original_key: key, original_type: 'video/mp4', original_bytes: clip.length }
      await tx
        .insertInto('frame')
        .values({ ...row, position: 1, media_id: 'clip', kind: 'clip', ...sent })
        .execute()
      await tx
        .updateTable('frame')
        .set({ boxes: JSON.stringify([set]), boxes_by: 'Ann', boxes_at: new Date() })
        .where('alarm_id', '=', alarmId)
        .where('position', '=', 0)
        .execute()
    })
    const { files, facts } = await open((await get((await link()).url)).rawPayload)
    expect([...files.keys()]).toEqual(['originals/0000.jpg', 'annotated/0000.jpg', 'originals/0001.mp4', 'alarm.json'])
    expect(files.get('originals/0001.mp4')).toEqual(clip)
    expect(facts.alarm).toMatchObject({ detections: [{ class: 'person', model: 'person', setBy: 'Ann' }] })
    /** Whether the colour of persons is on the edge of a box. */
    const hasEdge = async (left: number, top: number) => {
      const part = sharp(files.get('annotated/0000.jpg')).extract({ left: left - 4, top, width: 9, height: 1 })
      const pixels = await part.raw().toBuffer()
      return pixels.some((value, index) => index % 3 === 0 && value > 128)
    }
    expect([await hasEdge(32, 170), await hasEdge(80, 120)]).toEqual([true, false])
  })

  it('has only facts if the alarm has no pictures · ALARMS-010', async () => {
    const { files } = await open((await get((await link()).url)).rawPayload)
    expect([...files.keys()]).toEqual(['alarm.json'])
  })

  it('is in the audit with who downloaded it · ALARMS-010', async () => {
    await get((await link()).url)
    const rows = await inSystem(server.database.runtime, (tx) =>
      tx.selectFrom('audit').select(['action', 'user_id']).where('object_id', '=', alarmId).execute(),
    )
    expect(rows).toEqual([{ action: 'alarm.downloaded', user_id: tenant.admin.userId }])
  })
})

describe('a download link', () => {
  const statusOf = async (url: string) => (await get(url)).statusCode
  const downloads = () =>
    inSystem(server.database.runtime, (tx) =>
      tx
        .selectFrom('audit')
        .select(['user_id', 'user_name', 'impersonator_name'])
        .where('object_id', '=', alarmId)
        .where('action', '=', 'alarm.downloaded')
        .execute(),
    )

  it('expires after minutes · ALARMS-010', async () => {
    const { url } = await link()
    const later = server.container.deps.clock.now().getTime() + DOWNLOAD_SECONDS * 1000 + 1
    const clock = vi.spyOn(server.container.deps.clock, 'now').mockReturnValue(new Date(later))
    expect(await statusOf(url)).toBe(404)
    clock.mockRestore()
    expect((await get(url)).statusCode).toBe(200)
  })

  it('is held to its alarm, its owner and its end · ALARMS-010', async () => {
    const { token, url } = await link()
    const [company = '', kind = '', id = '', as = '', expires = '', ...rest] = token.split('.')
    const forged = [
      [company, kind, id, as, String(Number(expires) + 60), ...rest],
      [company, kind, randomUUID(), as, expires, ...rest],
      [randomUUID(), kind, id, as, expires, ...rest],
      [company, 'token', id, as, expires, ...rest],
      [company, kind, id, randomUUID(), expires, ...rest],
      [company, kind, id, as, expires, ...rest, 'more'],
      ['nonsense'],
      [''],
    ]
    for (const parts of forged) expect(await statusOf(url.replace(token, parts.join('.')))).toBe(404)
    const other = await createAlarm(server.database.runtime, tenant)
    expect(await statusOf(url.replace(alarmId, other))).toBe(404)
  })

  it('does not work for a user who was disabled · ALARMS-010', async () => {
    const { url } = await link()
    await inSystem(server.database.runtime, (tx) =>
      tx.updateTable('app_user').set({ disabled_at: new Date() }).where('id', '=', tenant.admin.userId).execute(),
    )
    expect(await statusOf(url)).toBe(404)
  })

  it('of a program stops working when its token is revoked · ALARMS-010', async () => {
    const headers = { authorization: `Bearer ${tenant.apiToken}` }
    const made = await server.app.inject({ url: `/api/v1/alarm/${alarmId}/generate-download-token`, headers })
    const { url } = made.json<{ url: string }>()
    expect((await get(url)).statusCode).toBe(200)
    expect(await downloads()).toEqual([{ user_id: null, user_name: 'Token api', impersonator_name: null }])
    await inSystem(server.database.runtime, (tx) =>
      tx.updateTable('api_token').set({ revoked_at: new Date() }).where('company_id', '=', tenant.companyId).execute(),
    )
    expect(await statusOf(url)).toBe(404)
  })

  it('rests while the company is suspended, but not that of a program, which goes on reading alarms · ALARMS-010', async () => {
    const headers = { authorization: `Bearer ${tenant.apiToken}` }
    const made = await server.app.inject({ url: `/api/v1/alarm/${alarmId}/generate-download-token`, headers })
    const urls = [(await link()).url, made.json<{ url: string }>().url]
    await inSystem(server.database.runtime, (tx) =>
      tx.updateTable('company').set({ suspended_at: new Date() }).where('id', '=', tenant.companyId).execute(),
    )
    expect([await statusOf(urls[0] ?? ''), await statusOf(urls[1] ?? '')]).toEqual([404, 200])
  })

  it('that a super user made in the name of a user tells the audit so, and stops with the super user · ALARMS-010', async () => {
    const { companyId } = await createTenant(server.database.runtime)
    const root = await createLoggedIn(server.database.runtime, { companyId, userType: 'SUPER_USER' })
    await inSystem(server.database.runtime, (tx) =>
      tx
        .updateTable('session')
        .set({ impersonator_id: root.userId, parent_id: root.sessionId })
        .where('user_id', '=', tenant.admin.userId)
        .execute(),
    )
    const { url } = await link()
    expect((await get(url)).statusCode).toBe(200)
    expect(await downloads()).toEqual([
      { user_id: tenant.admin.userId, user_name: 'ADMIN_USER', impersonator_name: 'SUPER_USER' },
    ])
    await inSystem(server.database.runtime, (tx) =>
      tx.updateTable('app_user').set({ disabled_at: new Date() }).where('id', '=', root.userId).execute(),
    )
    expect(await statusOf(url)).toBe(404)
  })

  it('does not work for a user who has lost the right to see the alarm · ALARMS-010', async () => {
    const { companyId } = tenant
    const user = await createLoggedIn(server.database.runtime, { companyId, userType: 'EXTERNAL_USER' })
    const grant = { user_id: user.userId, company_id: companyId, permission: 'read' }
    await inSystem(server.database.runtime, (tx) =>
      tx
        .insertInto('user_grant')
        .values({ ...grant, node_type: 'site', node_id: tenant.siteId })
        .execute(),
    )
    const { url } = await link(user.cookie)
    expect((await get(url)).statusCode).toBe(200)
    await inSystem(server.database.runtime, (tx) =>
      tx.deleteFrom('user_grant').where('user_id', '=', user.userId).execute(),
    )
    expect(await statusOf(url)).toBe(404)
  })

  it('is not given for an alarm of another company · ALARMS-010', async () => {
    const other = await createTenant(server.database.runtime)
    await expect(link(other.admin.cookie)).rejects.toThrow('NOT_FOUND')
  })
})

describe('a picture with the place where it was taken', () => {
  it('is sent without it in every form but the original · ALARMS-008', async () => {
    await store(0)
    const now = server.container.deps.clock.now()
    const expires = new Date(now.getTime() + 60_000)
    const image = `/api/v1/alarm/${alarmId}/frame/0/image`
    const { cookie } = tenant.admin
    const zip = await open((await get((await link()).url)).rawPayload)
    const derived: Record<string, Buffer> = {
      shown: (await get(image, cookie)).rawPayload,
      thumbnail: (await get(`${image}?size=thumbnail`, cookie)).rawPayload,
      signed: (await get(signPath(server.container.deps.keys, signedFramePath(alarmId, 0), { now, expires })))
        .rawPayload,
      snapshot: (await get(`/api/v1/view/${tenant.viewId}/snapshot`, cookie)).rawPayload,
      file: (await get(`/api/v1/files/${encodeURIComponent(`media/2026-01-01/${alarmId}-0.jpg`)}`, cookie)).rawPayload,
      annotated: zip.files.get('annotated/0000.jpg') ?? Buffer.alloc(0),
    }
    for (const [name, bytes] of Object.entries(derived)) {
      const { format, exif } = await sharp(bytes).metadata()
      expect([name, format, exif]).toEqual([name, 'jpeg', undefined])
      expect(bytes.includes(MARK), name).toBe(false)
    }
    expect((await get(`${image}?original=true`, cookie)).rawPayload).toEqual(original)
  })
})
