// Adding the cameras of a recorder to a site, with the stand-ins of recorders.
import {
  type DahuaDevice,
  type HikvisionChannel,
  type HikvisionDevice,
  type HikvisionDeviceOptions,
  startDahuaDevice,
  startHikvisionDevice,
} from '@winnow/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { markOf, smallJpeg } from '../../../test/small-jpeg.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import type { Running } from '../../platform/modules/module.ts'
import { startBackgroundJobs, startConnect } from '../../roles.ts'
import { picturesModule } from '../pictures/index.ts'
import { forgetLogins } from './forget-logins.ts'
import { camerasOf, type Lab, openLab, PASSWORD, recorderWith } from './recorder-lab.fixture.ts'

let server: TestServer
let lab: Lab
let device: HikvisionDevice | DahuaDevice | undefined
const running: Running[] = []

beforeAll(async () => {
  server = await startTestServer({ settings: { WINNOW_ALLOWED_NETWORKS_CAMERAS: '127.0.0.1/32' } })
})
afterAll(() => server.close())
beforeEach(async () => {
  lab = await openLab(server)
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.stop()))
  await device?.close()
  device = undefined
})

const work = (): void => void running.push(startBackgroundJobs(server.container))
async function startRecorder(network: readonly HikvisionChannel[], options: HikvisionDeviceOptions = {}) {
  const started = await startHikvisionDevice({ recorder: recorderWith(network), ...options })
  device = started
  return started
}
/** Adds cameras and waits for the end of it. */
async function addAll(body: object) {
  const reply = await lab.add(body)
  expect(reply).toMatchObject({ status: 200, body: { failure: null, job: { type: 'site.add-cameras' } } })
  return lab.finished(reply)
}
const siteNews = async () => (await lab.told()).filter(({ type }) => type === 'automation.site')
const progress = async () => (await lab.told()).filter(({ type }) => type === 'automation.progress')
const cards = async () => (await lab.told()).filter(({ type }) => type === 'automation.camera')

describe('adding the cameras of a recorder', () => {
  it('adds all, connects the recorder, and tells consoles how far it is · AUTOMATION-001 AUTOMATION-002 AUTOMATION-005 AUTOMATION-006', async () => {
    const { port } = await startRecorder(camerasOf(7))
    const reply = await lab.add({ port })
    // Before the first step of the job, consoles see that the site is worked on.
    expect(await lab.told()).toMatchObject([
      { type: 'automation.site', currentProcess: 'inProgress', siteId: lab.siteId },
    ])
    work()
    expect(await lab.finished(reply)).toMatchObject({ statQueued: 7, statProcessed: 7, statFailed: 0, error: null })
    const cameras = await lab.cameras()
    expect(cameras.map(({ name, channel, integration }) => [name, channel, integration])).toEqual(
      camerasOf(7).map(({ id, name }) => [name, String(id), 'hikvision']),
    )
    expect(cameras.map(({ kind }) => kind)).toEqual(['hikvision', null, null, null, null, null, null])
    expect(cameras[0]?.settings).toEqual({ host: '127.0.0.1', port, tls: false, username: 'admin' })
    expect(await siteNews()).toMatchObject([
      { currentProcess: 'inProgress', success: false },
      { currentProcess: 'complete', success: true, partialFail: false, automationCameraFeature: true },
    ])
    expect((await cards()).map((card) => 'viewId' in card && card.viewId)).toEqual(cameras.map(({ id }) => id))
    expect((await progress()).map((each) => 'isCompleted' in each && [each.addedCount, each.isCompleted])).toEqual([
      [5, false],
      [7, false],
      [7, true],
    ])
    expect(await lab.logins()).toBe(0)
  })

  it('gives a new camera what any new camera has', async () => {
    const { port } = await startRecorder(camerasOf(1))
    work()
    await addAll({ port })
    const [camera] = await lab.cameras()
    const path = `/site/${lab.siteId}/view`
    const body = { name: 'By hand', channel: '9', integration: 'hikvision' }
    const { body: byHand } = await callApi(server, lab.tenant.admin, 'POST', path, body)
    const { body: added } = await callApi(server, lab.tenant.admin, 'GET', `/view/${camera?.id}`)
    expect({ ...added, id: '', name: '', channel: '' }).toEqual({ ...byHand, id: '', name: '', channel: '' })
    const rows = await inSystem(server.database.runtime, (tx) =>
      tx
        .selectFrom('audit')
        .select('action')
        .where('object_id', '=', camera?.id ?? '')
        .execute(),
    )
    expect(rows.map(({ action }) => action).toSorted()).toEqual(['view.changed', 'view.created'])
  })

  it('adds chosen channels under names that are free and short enough', async () => {
    const long = `${'x'.repeat(98)}😀`
    const network = [
      { id: 1, name: 'Gate' },
      { id: 2, name: ' gate\u202e ' },
      { id: 3, name: 'Gate' },
      { id: 4, name: long },
      { id: 5, name: long },
    ]
    const { port } = await startRecorder(network)
    await lab.addCamera('20', 'Gate')
    work()
    await addAll({ port, channels: ['2', '4', '5'] })
    const names = (await lab.cameras()).filter(({ channel }) => channel !== '20').map(({ name }) => name)
    expect(names).toEqual(['gate (channel 2)', long, `${'x'.repeat(88)} (channel 5)`])
  })

  it('adds nothing the second time, and says so · AUTOMATION-007', async () => {
    const { port } = await startRecorder(camerasOf(3))
    work()
    await addAll({ port })
    const before = await lab.cameras()
    const told = (await lab.told()).length
    expect(await lab.add({ port, password: PASSWORD })).toEqual({ status: 200, body: { failure: null, job: null } })
    expect(await lab.cameras()).toEqual(before)
    expect(await lab.told()).toHaveLength(told)
  })

  it('fails in part for channels that the recorder does not have, and wholly without others · AUTOMATION-005 AUTOMATION-007', async () => {
    const { port } = await startRecorder(camerasOf(2))
    work()
    expect(await addAll({ port, channels: ['2', '7'] })).toMatchObject({
      statQueued: 2,
      statFailed: 1,
      logFailed: [{ name: 'Channel 7', code: 'NOT_FOUND' }],
    })
    expect((await siteNews()).at(-1)).toMatchObject({ currentProcess: 'complete', success: true, partialFail: true })
    expect(await cards()).toMatchObject([{ success: true, cameraName: 'Camera 2', addedCount: 1, totalCamera: 1 }])
    const before = (await progress()).length
    expect(await addAll({ port, channels: ['8'] })).toMatchObject({ statQueued: 1, statFailed: 1 })
    expect((await siteNews()).at(-1)).toMatchObject({
      currentProcess: 'complete',
      success: false,
      automationCameraFeature: false,
    })
    // No camera process starts: what is told after the failure would be one.
    expect(await progress()).toHaveLength(before)
    expect((await lab.told()).at(-1)).toMatchObject({ type: 'automation.site' })
  })

  it('leaves out a channel that somebody gave a camera meanwhile, and connects the recorder by that camera', async () => {
    const { port } = await startRecorder(camerasOf(2))
    const reply = await lab.add({ port })
    const viewId = await lab.addCamera('1', 'By hand')
    work()
    expect(await lab.finished(reply)).toMatchObject({ statQueued: 1, statFailed: 0 })
    const [first, second, ...others] = await lab.cameras()
    expect(first).toMatchObject({ id: viewId, kind: 'hikvision' })
    expect(second).toMatchObject({ channel: '2', kind: null })
    expect(others).toEqual([])
  })

  it('tells why no camera came of a channel that somebody gave away while it ran', async () => {
    const { port } = await startRecorder(camerasOf(60))
    const reply = await lab.add({ port })
    work()
    await until('some cameras', async () => (await lab.cameras()).length > 0)
    await lab.addCamera('60', 'By hand')
    const reason = { name: 'Camera 60', code: 'CONFLICT', message: 'The site has a camera with this channel already' }
    expect(await lab.finished(reply)).toMatchObject({ statQueued: 60, statFailed: 1, logFailed: [reason] })
    expect((await cards()).at(-1)).toMatchObject({ viewId: null, success: false, cameraName: 'Camera 60' })
    expect((await progress()).at(-1)).toMatchObject({ addedCount: 59, totalCamera: 60, isCompleted: true })
    expect(await lab.cameras()).toHaveLength(60)
  })

  it('keeps the connection of a camera that is connected to another device', async () => {
    const { port } = await startRecorder(camerasOf(2))
    const own = await lab.addCamera('1', 'Own')
    const settings = {
      host: '127.0.0.1',
      port: 18_080,
      tls: false,
      username: 'admin',
      password: 'x',
      maker: 'hikvision',
    }
    await callApi(server, lab.tenant.admin, 'PUT', `/v1/view/${own}/connection`, settings)
    work()
    await addAll({ port })
    expect((await lab.cameras()).map((camera) => [camera.channel, camera.settings?.port])).toEqual([
      ['1', 18_080],
      ['2', port],
    ])
  })

  it('runs once at a time, and keeps the password out of all but the seal', async () => {
    const { port } = await startRecorder(camerasOf(2))
    const replies = await Promise.all([lab.add({ port }), lab.add({ port })])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'JOB_RUNNING' })
    expect(await lab.logins()).toBe(1)
    expect(await lab.holds(PASSWORD)).toBe(false)
    work()
    const [begun] = replies.filter(({ status }) => status === 200)
    if (begun) await lab.finished(begun)
    expect(await lab.cameras()).toHaveLength(2)
    expect(await lab.holds(PASSWORD)).toBe(false)
    expect(JSON.stringify(replies)).not.toContain(PASSWORD)
    expect(server.logLines.join('\n')).not.toContain(PASSWORD)
  })

  it('that is cancelled keeps what was added, forgets the login, and is completed by another run', async () => {
    const { port } = await startRecorder(camerasOf(60))
    const reply = await lab.add({ port })
    work()
    await until('some cameras', async () => (await lab.cameras()).length > 0)
    await callApi(server, lab.tenant.admin, 'POST', `/v1/background-jobs/${reply.body.job.id}/cancel`)
    await Promise.all(running.splice(0).map((each) => each.stop()))
    const added = (await lab.cameras()).length
    await forgetLogins(server.container.deps)
    expect(added).toBeLessThan(60)
    expect((await lab.told()).at(-1)).toMatchObject({ isCompleted: true, addedCount: added, totalCamera: 60 })
    expect(await lab.logins()).toBe(0)
    work()
    const again = await lab.add({ port })
    if (again.body.job) await lab.finished(again)
    expect((await lab.cameras()).map(({ kind }) => kind)).toEqual([
      'hikvision',
      ...Array.from({ length: 59 }, () => null),
    ])
  })

  it('that is cancelled before its first step ends the work on the site · AUTOMATION-005', async () => {
    const { port } = await startRecorder(camerasOf(1))
    const reply = await lab.add({ port })
    await forgetLogins(server.container.deps)
    expect(await lab.logins()).toBe(1)
    await callApi(server, lab.tenant.admin, 'POST', `/v1/background-jobs/${reply.body.job.id}/cancel`)
    await forgetLogins(server.container.deps)
    expect(await lab.logins()).toBe(0)
    expect(await lab.told()).toMatchObject([
      { currentProcess: 'inProgress' },
      { currentProcess: 'complete', success: false },
    ])
  })

  it('adds the 256 cameras of a large recorder, and asks it as often as for one', async () => {
    const recorder = await startRecorder(camerasOf(256))
    work()
    expect(await addAll({ port: recorder.port })).toMatchObject({ statProcessed: 256, statFailed: 0 })
    expect(new Set((await lab.cameras()).map(({ channel }) => channel)).size).toBe(256)
    expect(recorder.asked.filter((each) => !each.endsWith('/picture')).length).toBeLessThanOrEqual(5)
  })
})

describe('the pictures of cameras that were added', () => {
  const snapshot = (id: string | undefined, query = '') =>
    server.app.inject({ url: `/api/v1/view/${id}/snapshot${query}`, headers: { cookie: lab.tenant.admin.cookie } })
  const rowsOf = async () =>
    (await callApi(server, lab.tenant.admin, 'GET', `/v1/views/figures?siteId=${lab.siteId}&sort=name`)).body.rows
  const change = (id: string | undefined, to: { last_picture_at?: Date; site_id?: string; first_picture_at?: Date }) =>
    inSystem(server.database.runtime, (tx) =>
      tx
        .updateTable('view')
        .set(to)
        .where('id', '=', id ?? '')
        .execute(),
    )

  const forgetFirst = async () => {
    const { deps } = server.container
    const tick = picturesModule.ticks?.(deps, deps.db).find(({ name }) => name === 'pictures.forget-first')
    await tick?.run({ attempt: 1, isLastAttempt: true, signal: new AbortController().signal, log: deps.log })
  }

  it('are those of the recorder, until a camera sends one itself · AUTOMATION-002', async () => {
    const { port } = await startRecorder(camerasOf(3), { picture: () => smallJpeg({ mark: 'of the recorder' }) })
    work()
    await addAll({ port })
    const [first, offline, third] = await lab.cameras()
    const reply = await snapshot(first?.id)
    expect([reply.statusCode, markOf(reply.rawPayload)]).toEqual([200, 'of the recorder'])
    // The recorder does not reach the second camera, so it was not asked for its picture.
    expect((await snapshot(offline?.id)).statusCode).toBe(404)
    const urls = (await cards()).map((card) => 'snapUrl' in card && card.snapUrl)
    expect(urls).toEqual([expect.stringContaining(`/view/${first?.id}/`), null, expect.stringContaining('thumbnail')])
    expect(
      (await server.app.inject({ url: String(urls[0]), headers: { cookie: lab.tenant.admin.cookie } })).statusCode,
    ).toBe(200)
    expect((await rowsOf()).map((row: { shownPictureAt: unknown }) => row.shownPictureAt !== null)).toEqual([
      true,
      false,
      true,
    ])
    expect((await callApi(server, lab.tenant.admin, 'POST', `/v1/view/${third?.id}/snapshot`)).status).toBe(200)
    await change(first?.id, { last_picture_at: new Date() })
    await change(third?.id, { first_picture_at: new Date(0) })
    await forgetFirst()
    expect((await snapshot(first?.id)).statusCode).toBe(404)
    expect((await snapshot(third?.id)).statusCode).toBe(404)
  })

  it('stay at the site where they were taken · BULK-001', async () => {
    const { port } = await startRecorder(camerasOf(1), { picture: () => smallJpeg({ mark: 'here' }) })
    work()
    await addAll({ port })
    const [camera] = await lab.cameras()
    await change(camera?.id, { site_id: lab.tenant.siteId })
    expect((await snapshot(camera?.id)).statusCode).toBe(404)
  })

  it('are none where the recorder gives something else, or is gone; its cameras are added all the same', async () => {
    const recorder = await startRecorder(camerasOf(6), { picture: () => Buffer.from('<html>') })
    work()
    await addAll({ port: recorder.port, channels: ['1', '3'] })
    await Promise.all(running.splice(0).map((each) => each.stop()))
    const reply = await lab.add({ port: recorder.port })
    await recorder.close()
    device = undefined
    work()
    expect(await lab.finished(reply)).toMatchObject({ statProcessed: 4, statFailed: 0, error: null })
    expect((await cards()).map((card) => 'snapUrl' in card && card.snapUrl)).toEqual(
      Array.from({ length: 6 }, () => null),
    )
    expect(await lab.cameras()).toHaveLength(6)
  })
})

describe('a recorder whose cameras were added', () => {
  it('has the events of its third channel at the camera of that channel', async () => {
    const recorder = await startRecorder(camerasOf(4))
    work()
    await addAll({ port: recorder.port })
    running.push(startConnect(server.container))
    await until('a stream', async () => recorder.streams() === 1)
    recorder.send({ eventType: 'VMD', dateTime: new Date().toISOString(), channelId: 35 })
    const cameras = await lab.cameras()
    const seen = await until('the event', async () => {
      const counts = await Promise.all(
        cameras.map(
          async ({ id }) => (await callApi(server, lab.tenant.admin, 'GET', `/v1/view/${id}/signals`)).body.length,
        ),
      )
      return counts.some((count) => count > 0) && counts
    })
    expect(seen).toEqual([0, 0, 1, 0])
    expect(recorder.wrongLogins()).toBe(0)
  })

  it('has those of Dahua, which counts from 0, at the camera of the channel too', async () => {
    const channels = ['Gate', 'Yard', 'Roof'].map((name) => ({ name, state: 'Connected' }))
    const recorder = await startDahuaDevice({ recorder: { name: 'Hall', model: 'NVR', channels } })
    device = recorder
    work()
    await addAll({ maker: 'dahua', port: recorder.port })
    running.push(startConnect(server.container))
    await until('a stream', async () => recorder.streams().events === 1)
    recorder.report({ code: 'VideoMotion', index: 2 })
    const roof = (await lab.cameras())[2]
    expect(roof).toMatchObject({ name: 'Roof', integration: 'email' })
    await until('the event', async () => {
      const { body } = await callApi(server, lab.tenant.admin, 'GET', `/v1/view/${roof?.id}/signals`)
      return body.length === 1
    })
  })
})
