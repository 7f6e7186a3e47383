import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { createPackStore, isShared, MEASURED_SETS, noteRemoval } from '@winnow/vision/packs'
import { rednessManifest, rednessModel, writeRedness } from '@winnow/vision/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { join } from 'node:path'
import { sql } from 'kysely'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { createLogger } from '../../platform/log.ts'
import { retentionTicks } from '../retention/index.ts'
import { startDetectorWorld, startMachine, type DetectorWorld, type TestMachine } from './detectors.fixture.ts'

const RECOMMENDED = ['fastestdet', 'nanodet-plus-15x']
const MODEL = rednessModel()

let world: DetectorWorld
const machines: TestMachine[] = []
beforeAll(async () => {
  world = await startDetectorWorld()
})
afterAll(() => world.close())
afterEach(async () => {
  for (const machine of machines.splice(0)) await machine.close()
  await world.reset()
})

const machine = async (host: string): Promise<TestMachine> => {
  const started = await startMachine(world, host)
  machines.push(started)
  return started
}
const overview = async () => (await world.call('GET')).body
const inUse = async (): Promise<string[]> =>
  (await overview()).detectors.filter((one: { inUse: boolean }) => one.inUse).map((one: { id: string }) => one.id)
const storedFiles = async (): Promise<string[]> => {
  const keys: string[] = []
  for await (const { key } of world.server.container.deps.media.list('detectors/', new Date(Date.now() + 60_000)))
    keys.push(key)
  return keys
}
const audited = async (): Promise<string[]> => {
  const rows = await inSystem(world.server.database.runtime, (tx) =>
    tx
      .selectFrom('audit')
      .select(['action', 'object_id'])
      .where('object_type', '=', 'detector')
      .orderBy('id')
      .execute(),
  )
  return rows.map(({ action, object_id }) => `${action} ${object_id ?? ''}`.trim())
}
const sweepInTwoDays = async (): Promise<void> => {
  const { database, container } = world.server
  const clock = { now: () => new Date(Date.now() + 2 * 86_400_000) }
  const ticks = retentionTicks({ ...container.deps, owner: database.owner, clock })
  const context = { attempt: 1, isLastAttempt: true, signal: new AbortController().signal }
  const sweep = ticks.find(({ name }) => name === 'retention.orphans')
  await sweep?.run({ ...context, log: createLogger({ level: 'silent' }) })
}
/** Expects no file of a pack that was refused or whose task was cancelled. */
const expectNothingLeft = async () => {
  expect((await overview()).detectors).toEqual([])
  expect(await storedFiles()).toEqual([])
  const { detectorWork } = world.server.container.deps
  expect(existsSync(detectorWork) ? await readdir(detectorWork) : []).toEqual([])
  expect(await audited()).toEqual([])
}
const dropRedness = async (change: object = {}, model: Uint8Array | string = MODEL) => {
  const description = JSON.stringify(rednessManifest(Buffer.from(model), change))
  const files = [await world.drop('pack.json', description), await world.drop('net.onnx', model)]
  expect((await world.call('POST', '/files', { files })).status).toBe(200)
}

describe('adding the recommended detectors', () => {
  it('downloads, tests, stores and activates them, and replaces other known ones', async () => {
    expect(await overview()).toMatchObject({
      detectors: [],
      builtin: { inUse: true, figures: MEASURED_SETS.builtin },
      sets: [
        { name: 'recommended', inUse: false, figures: MEASURED_SETS.recommended },
        { name: 'accurate', figures: MEASURED_SETS.accurate },
        { name: 'fast', figures: null },
      ],
      task: null,
    })
    await world.call('POST', '', { set: 'fast' })
    expect((await overview()).task).toMatchObject({
      kind: 'add',
      subject: 'fast',
      state: 'waiting',
      startedBy: 'SUPER_USER',
    })
    expect(await world.call('POST', '', { set: 'recommended' })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT' },
    })
    await world.work()
    await world.call('POST', '', { set: 'recommended' })
    world.publisher.asked.length = 0
    await world.work()
    // The other pack of the set is installed already.
    expect(world.publisher.asked).toEqual(['/nanodet-plus-15x/net.onnx'])
    const { task, builtin, sets, detectors } = await overview()
    expect(task).toMatchObject({ kind: 'add', subject: 'recommended', state: 'done' })
    expect(builtin.inUse).toBe(false)
    expect(sets[0]).toMatchObject({ inUse: true, packs: [{ isHere: true }, { isHere: true }] })
    expect(detectors).toHaveLength(4)
    expect(detectors[0]).toMatchObject({
      bytes: world.published.length,
      licence: 'MIT',
      sees: ['person'],
      lookMs: expect.any(Number),
    })
    expect(await inUse()).toEqual(RECOMMENDED)
    expect((await audited()).slice(-4)).toEqual([
      'detector.added nanodet-plus-15x',
      'detector.unused nanodet-m-416',
      'detector.unused yolox-nano',
      'detector.used nanodet-plus-15x',
    ])
    expect(await storedFiles()).toHaveLength(4)
    await sweepInTwoDays()
    expect(await storedFiles()).toHaveLength(4)
  })

  it.each([
    ['has other content', () => Buffer.from('something else'), /is not the file it should be/],
    ['is gone', () => 'missing' as const, /answered 404/],
  ])('changes and leaves nothing if a file %s', async (_how, wrong, why) => {
    world.publisher.answer = (path) => (path.startsWith('/fastestdet') ? wrong() : world.published)
    await world.call('POST', '', { set: 'recommended' })
    await world.work()
    expect((await overview()).task).toMatchObject({ state: 'failed', problem: expect.stringMatching(why) })
    await expectNothingLeft()
  })

  it('goes through the guard: an address of our own network is refused', async () => {
    const { deps } = world.server.container
    const { guard } = deps
    const refusal = { ok: false as const, code: 'private' as const, detail: 'The host leads to a private network.' }
    deps.guard = { ...guard, open: () => Promise.resolve(refusal) }
    await world.call('POST', '', { set: 'recommended' })
    await world.work()
    deps.guard = guard
    expect((await overview()).task.problem).toMatch(/cannot be reached \(The host leads to a private network\.\)/)
    expect(world.publisher.asked).toEqual([])
  })

  it('leaves nothing when it is cancelled during a download', async () => {
    world.publisher.answer = () => 'hang'
    await world.call('POST', '', { set: 'recommended' })
    const working = world.work()
    await until('the download to begin', async () => (await overview()).task.step === 'fetch')
    expect((await world.call('POST', '/cancel')).status).toBe(200)
    expect((await overview()).task.state).toBe('cancelled')
    await working
    await expectNothingLeft()
  })

  it('continues at the next start when the program stopped halfway', async () => {
    world.publisher.answer = () => 'hang'
    await world.call('POST', '', { set: 'recommended' })
    const stop = new AbortController()
    const working = world.work(stop.signal)
    await until('the download to begin', async () => (await overview()).task.step === 'fetch')
    stop.abort(new Error('the program stops'))
    await expect(working).rejects.toThrow('the program stops')
    world.publisher.answer = () => world.published
    await world.work()
    expect(await inUse()).toEqual(RECOMMENDED)
  })
})

describe('uploaded detector files', () => {
  it('are tested and stored; activating, checking and removing them is audited', async () => {
    await dropRedness()
    await world.work()
    expect((await overview()).task).toMatchObject({ kind: 'add-files', subject: 'pack.json, net.onnx', state: 'done' })
    expect((await overview()).detectors).toMatchObject([{ id: 'redness', inUse: false, addedBy: 'SUPER_USER' }])
    expect(await storedFiles()).toEqual([expect.stringMatching(/^detectors\/packs\/redness\//)])
    expect((await world.call('PUT', '/redness', { inUse: true })).status).toBe(200)
    expect(await inUse()).toEqual(['redness'])
    await world.call('POST', '/redness/check')
    await world.work()
    expect((await overview()).task).toMatchObject({ kind: 'check', state: 'done', lookMs: expect.any(Number) })
    expect((await world.call('DELETE', '/redness')).status).toBe(200)
    expect((await world.call('DELETE', '/redness')).status).toBe(404)
    expect(await storedFiles()).toEqual([])
    expect(await audited()).toEqual(['detector.added redness', 'detector.used redness', 'detector.removed redness'])
  })

  it.each<[string, () => Promise<void>, RegExp]>([
    ['is no network', () => dropRedness({}, 'no network'), /does not work as yolo/],
    ['does not fit its manifest', () => dropRedness({ labels: ['guard'] }), /1 have labels/],
    ['has a manifest that is wrong', () => dropRedness({ floor: 7 }), /pack\.json does not fit: floor/],
  ])('are refused with the reason and leave nothing if one %s', async (_how, drop, why) => {
    await drop()
    await world.work()
    expect((await overview()).task).toMatchObject({ state: 'failed', problem: expect.stringMatching(why) })
    await expectNothingLeft()
  })

  it('that were never sent or got lost are requested again', async () => {
    const files = [{ name: 'net.onnx', sha256: '0'.repeat(64) }]
    expect(await world.call('POST', '/files', { files })).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  })

  it('are deleted after a day if nobody starts their test', async () => {
    await world.drop('net.onnx', MODEL)
    expect(await storedFiles()).toHaveLength(1)
    await sweepInTwoDays()
    expect(await storedFiles()).toEqual([])
  })
})

describe('analysis machines', () => {
  it('load activated and unload deactivated detectors without a restart, and report which are loaded', async () => {
    const [a, b] = [await machine('a'), await machine('b')]
    expect(await overview()).toMatchObject({
      builtin: { activeOn: 2 },
      machines: [{ name: 'a', isUpToDate: true }, { name: 'b' }],
    })
    await world.call('POST', '', { set: 'recommended' })
    await world.work()
    expect((await overview()).machines).toMatchObject([{ isUpToDate: false }, { isUpToDate: false }])
    for (const { keeper } of [a, b]) {
      await keeper.look()
      await keeper.settled()
    }
    const { detectors, builtin, machines: updated } = await overview()
    expect(detectors.map((one: { activeOn: number }) => one.activeOn)).toEqual([2, 2])
    expect(builtin.activeOn).toBe(0)
    expect(updated).toMatchObject([
      { isUpToDate: true, problems: [] },
      { isUpToDate: true, problems: [] },
    ])
    expect([a.renewed, b.renewed]).toEqual([1, 1])
    await a.keeper.look()
    expect(a.renewed).toBe(1)
    await world.call('PUT', '/fastestdet', { inUse: false })
    await a.keeper.look()
    await a.keeper.settled()
    expect((await createPackStore(a.folder).list()).packs).toHaveLength(1)
    expect(a.renewed).toBe(2)
  })

  it('that cannot download a detector report the problem, and load the detector when its file is available again', async () => {
    await dropRedness()
    await world.work()
    await world.call('PUT', '/redness', { inUse: true })
    const { media, db } = world.server.container.deps
    const [key = ''] = await storedFiles()
    await media.delete([key])
    const { keeper } = await machine('a')
    expect((await overview()).detectors).toMatchObject([
      { activeOn: 0, problem: expect.stringContaining('could not be brought') },
    ])
    expect((await overview()).machines).toMatchObject([{ isUpToDate: false }])
    await media.put(key, MODEL)
    await keeper.look()
    await keeper.settled()
    expect((await overview()).detectors).toMatchObject([{ activeOn: 1, problem: null }])
    await inSystem(db, (tx) => sql`update detector_machine set told_at = now() - interval '31 seconds'`.execute(tx))
    expect(await overview()).toMatchObject({ machines: [], detectors: [{ activeOn: 0 }] })
  })

  it('share the detectors that the command added or removed on one machine', async () => {
    const [a, b] = [await machine('a'), await machine('b')]
    const source = join(a.folder, '..', 'ours')
    await writeRedness(source)
    const store = createPackStore(a.folder)
    await store.addFrom(source)
    for (const { keeper } of [a, b]) {
      await keeper.look()
      await keeper.settled()
    }
    expect((await overview()).detectors).toMatchObject([
      { id: 'redness', inUse: true, activeOn: 2, addedBy: 'npm run models' },
    ])
    expect([await isShared(a.folder, 'redness'), await isShared(b.folder, 'redness')]).toEqual([true, true])
    await noteRemoval(b.folder, 'redness')
    await createPackStore(b.folder).remove('redness')
    for (const { keeper } of [b, a]) await keeper.look()
    expect((await overview()).detectors).toEqual([])
    expect((await store.list()).packs).toEqual([])
    expect(await storedFiles()).toEqual([])
    expect(await audited()).toEqual(['detector.added redness', 'detector.removed redness'])
  })

  it('keep files that are not packs, and do not report them as packs', async () => {
    const { keeper, folder } = await machine('a')
    await writeRedness(join(folder, 'half-done'), { id: 'half-done', sha256: '0'.repeat(64) })
    await keeper.look()
    expect(await readdir(folder)).toContain('half-done')
    expect((await overview()).detectors).toEqual([])
  })
})
