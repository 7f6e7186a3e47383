import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { fromBufferPromise } from 'yauzl'
// The evaluation program, for which the file is exported, reads it with this function.
import { readManifest } from '../../../../../packages/vision/src/evaluate/read-manifest.ts'
import { createAlarm, createCamera, createLoggedIn, createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'

const EVALUATE = join(import.meta.dirname, '../../../../../packages/vision/src/evaluate/evaluate.ts')
const run = promisify(execFile)

let server: TestServer
let tenant: Tenant
let folder: string

beforeAll(async () => {
  server = await startTestServer()
  folder = await mkdtemp(join(tmpdir(), 'winnow-export-'))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  tenant = await createTenant(server.database.runtime, '=cmd|calc')
})

const picture = (shade: number) =>
  sharp({ create: { width: 320, height: 180, channels: 3, background: { r: shade, g: shade, b: shade } } })
    .jpeg()
    .toBuffer()

interface Part {
  kind?: 'still' | 'clip' | 'clip-frame'
  type?: string
  bytes?: Buffer
  offsetMs?: number
  /** The row names a file that does not exist. */
  lost?: boolean
}

/** A labelled alarm of the tenant's camera with these files. */
async function labelled(
  isTrue: boolean | null,
  parts: Part[],
  facts: { classes?: string[]; viewId?: string; siteId?: string; projectId?: string; isTest?: boolean } = {},
): Promise<string> {
  const { classes = [], isTest = false, ...place } = facts
  const id = await createAlarm(server.database.runtime, { ...tenant, ...place }, { classes })
  for (const [position, part] of parts.entries()) {
    const { kind = 'still', type = 'image/jpeg', bytes = await picture(position * 40), offsetMs = null } = part
    const key = `media/2026-01-01/${id}/${position}.${type === 'image/jpeg' ? 'jpg' : 'bin'}`
    if (!part.lost) await server.container.deps.media.put(key, bytes)
    await inSystem(server.database.runtime, (tx) =>
      tx
        .insertInto('frame')
        .values({
          alarm_id: id,
          position,
          company_id: tenant.companyId,
          signal_id: tenant.signalId,
          media_id: `${id}:${position}`,
          kind,
          original_key: kind === 'clip-frame' ? null : key,
          display_key: type === 'image/jpeg' ? key : null,
          judged: true,
          original_type: type,
          original_bytes: bytes.byteLength,
          offset_ms: offsetMs,
        })
        .execute(),
    )
  }
  await inSystem(server.database.runtime, (tx) =>
    tx
      .updateTable('alarm')
      .set({ ground_truth: isTrue, cus_ground_truth: isTrue, is_test: isTest })
      .where('id', '=', id)
      .execute(),
  )
  return id
}

const post = (
  what: 'summary' | 'export',
  { query = '', body = {}, cookie = tenant.admin.cookie, remoteAddress = '127.0.0.1' } = {},
) =>
  server.app.inject({
    method: 'POST',
    url: `/api/v1/labelled-alarms/${what}${query}`,
    headers: { cookie, 'x-requested-with': 'winnow' },
    remoteAddress,
    payload: body,
  })

/** Extracts the ZIP file into a folder. */
async function extract(bytes: Buffer): Promise<{ manifest: string; names: string[] }> {
  const target = await mkdtemp(join(folder, 'extracted-'))
  const zip = await fromBufferPromise(bytes)
  const names: string[] = []
  for await (const entry of zip.eachEntry()) {
    names.push(entry.fileName)
    const file = join(target, entry.fileName)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, await buffer(await zip.openReadStreamPromise(entry)))
  }
  return { manifest: join(target, 'manifest.csv'), names }
}

const still = (offsetMs: number): Part => ({ offsetMs })

describe('the export of labelled alarms', () => {
  it('contains a manifest and the pictures, and the evaluation accepts it', async () => {
    const person = await labelled(true, [still(0), still(1000), still(2000)], { classes: ['person'] })
    const wind = await labelled(false, [still(0)])
    const clip = await labelled(true, [
      { kind: 'clip', type: 'video/mp4' },
      { kind: 'clip-frame', offsetMs: 0 },
    ])
    await labelled(null, [still(0)])

    const reply = await post('export')
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-type']).toBe('application/zip')
    expect(reply.headers['content-disposition']).toMatch(
      /^attachment; filename="labelled-alarms-\d{4}-\d\d-\d\d\.zip"$/,
    )
    const { manifest, names } = await extract(reply.rawPayload)
    expect(names.at(-1), 'the manifest names what was really written').toBe('manifest.csv')
    const cases = readManifest(manifest)
    expect(cases.map(({ id, isTrue, camera, gapSeconds }) => ({ id, isTrue, camera, gapSeconds }))).toEqual([
      { id: person, isTrue: true, camera: tenant.viewId, gapSeconds: 1 },
      { id: wind, isTrue: false, camera: tenant.viewId, gapSeconds: null },
      { id: clip, isTrue: true, camera: tenant.viewId, gapSeconds: null },
    ])
    expect(cases.map(({ files }) => files.length)).toEqual([3, 1, 1])

    const { stdout } = await run(process.execPath, [EVALUATE, '--manifest', manifest, '--packs', 'builtin'])
    expect(stdout).toContain('3 alarms of 1 cameras, 5 frames')
    expect(stdout).toMatch(/recall +\S+ % \(\d of 2;/)
    expect(stdout).toMatch(/reduction +\S+ % \(\d of 1;/)
  })

  it('returns its size beforehand, and writes to the audit who downloaded what', async () => {
    await labelled(true, [{ bytes: Buffer.alloc(1000, 1) }, { bytes: Buffer.alloc(500, 1) }])
    await labelled(false, [{ bytes: Buffer.alloc(250, 1) }])
    const summary = await post('summary')
    expect(summary.json()).toEqual({ true: 1, false: 1, pictures: 3, bytes: 1750, isTooMuch: false })
    await post('export', { query: '?label=true' })
    const audit = await inSystem(server.database.runtime, (tx) =>
      tx
        .selectFrom('audit')
        .select(['action', 'user_id', 'after'])
        .where('company_id', '=', tenant.companyId)
        .where('action', 'like', 'alarms.%')
        .execute(),
    )
    expect(audit).toMatchObject([
      { action: 'alarms.exported', user_id: tenant.admin.userId, after: { true: 1, false: 0, pictures: 2 } },
    ])
  })

  it('uses the filters of the list', async () => {
    const other = await createCamera(server.database.runtime, tenant.companyId)
    const here = await labelled(true, [still(0)], { classes: ['person'] })
    await labelled(false, [still(0)])
    await labelled(true, [still(0)], { ...other, classes: ['vehicle'] })
    await labelled(true, [still(0)], { classes: ['person'], isTest: true })
    const reply = await post('export', {
      query: '?label=true&objectType=person',
      body: { cameras: [tenant.viewId] },
    })
    const { manifest } = await extract(reply.rawPayload)
    expect(readManifest(manifest).map(({ id }) => id)).toEqual([here])
    expect((await post('summary', { query: '?label=unlabelled' })).json()).toMatchObject({ true: 0, false: 0 })
  })

  it('leaves out alarms whose pictures were deleted, never existed, or were never analysed', async () => {
    const whole = await labelled(true, [still(0)])
    await labelled(true, [still(0), { lost: true }])
    await labelled(true, [{ type: 'application/octet-stream' }])
    await labelled(true, [{ kind: 'clip', type: 'video/mp4' }])
    const { manifest } = await extract((await post('export')).rawPayload)
    expect(readManifest(manifest).map(({ id }) => id)).toEqual([whole])
    expect(readManifest(manifest)[0]?.files).toHaveLength(1)
  })

  it('contains no text that users typed, so that no spreadsheet executes any', async () => {
    await labelled(true, [still(0)])
    const reply = await post('export')
    expect(reply.rawPayload.includes('cmd|calc')).toBe(false)
  })

  it('is refused when there is nothing to export', async () => {
    const reply = await post('export')
    expect(reply.statusCode).toBe(404)
    expect(reply.json().message).toBe('No labelled alarm with pictures fits these filters')
  })

  it('is limited to one per session, two per address and four in all', async () => {
    await labelled(true, [still(0)])
    const { companyId } = tenant
    const people = await Promise.all(
      Array.from({ length: 5 }, () => createLoggedIn(server.database.runtime, { companyId, userType: 'ADMIN_USER' })),
    )
    const [a = '', b = '', c = '', d = '', e = ''] = people.map(({ cookie }) => cookie)
    const [here, there] = ['192.0.2.1', '192.0.2.2']
    const { media } = server.container.deps
    const open = media.get.bind(media)
    const opening = Promise.withResolvers<void>()
    const opened = vi.spyOn(media, 'get').mockImplementation(async (...which) => {
      await opening.promise
      return open(...which)
    })
    const underWay: Promise<{ statusCode: number }>[] = []
    /** Starts an export that cannot end before `opening` is resolved. */
    const begin = async (cookie: string, remoteAddress: string) => {
      underWay.push(post('export', { cookie, remoteAddress }))
      await until('it to be under way', async () => opened.mock.calls.length === underWay.length)
    }
    const refused = async (cookie: string, remoteAddress: string) => {
      const reply = await post('export', { cookie, remoteAddress })
      expect(reply.headers['retry-after']).toBe('60')
      return reply.json().code
    }
    try {
      await begin(a, here)
      expect(await refused(a, there)).toBe('RATE_LIMITED')
      await begin(b, here)
      expect(await refused(c, here)).toBe('RATE_LIMITED')
      await begin(c, there)
      await begin(d, there)
      expect(await refused(e, '192.0.2.3')).toBe('UNAVAILABLE')
      opening.resolve()
      for (const { statusCode } of await Promise.all(underWay)) expect(statusCode).toBe(200)
      expect((await post('export', { cookie: a })).statusCode).toBe(200)
    } finally {
      opening.resolve()
      opened.mockRestore()
    }
  })

  it('does not count towards the limits after it has failed', async () => {
    for (let time = 0; time < 3; time++) expect((await post('export')).statusCode).toBe(404)
    await labelled(true, [still(0)])
    expect((await post('export')).statusCode).toBe(200)
  })

  it('requires the permission to share, and contains only alarms that the user may see', async () => {
    await labelled(true, [still(0)])
    const { companyId } = tenant
    const operator = await createLoggedIn(server.database.runtime, { companyId, userType: 'OPERATOR_USER' })
    expect((await post('export', { cookie: operator.cookie })).statusCode).toBe(403)
    expect((await post('summary', { cookie: operator.cookie })).statusCode).toBe(403)
    const stranger = await createTenant(server.database.runtime, 'Stranger')
    const foreign = await post('export', { cookie: stranger.admin.cookie, body: { cameras: [tenant.viewId] } })
    expect(foreign.statusCode).toBe(404)
  })
})
