import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { renderScene } from '@winnow/testkit'
import type { SceneFrame } from '@winnow/testkit'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AnalysisTimeout, PoolClosed } from '../errors.ts'
import type { AlarmAnalysis, AnalysisJob } from '../alarm-analysis.ts'
import { LIMITS } from '../limits.ts'
import { writeRedness } from '../packs/redness.fixture.ts'
import { lookAtClip } from '../clip/look-at-clip.fixture.ts'
import { createAnalysisPool } from './analysis-pool.ts'
import type { AnalysisPool, AnalysisPoolOptions, ChildExit } from './pool-types.ts'

const open: AnalysisPool[] = []
/** Folder with a network of 400 bytes. Children with it start in half the time. Most tests do not depend on what is detected. */
let tiny: string
/** Folder without packs: children load the built-in detector. */
let builtIn: string
beforeAll(async () => {
  tiny = await mkdtemp(path.join(tmpdir(), 'winnow-tiny-'))
  builtIn = await mkdtemp(path.join(tmpdir(), 'winnow-built-in-'))
  await writeRedness(path.join(tiny, 'redness'))
})
afterAll(() => Promise.all([tiny, builtIn].map((folder) => rm(folder, { recursive: true }))))

function pool(options: Partial<AnalysisPoolOptions> = {}): AnalysisPool {
  const made = createAnalysisPool({ size: 1, packFolder: tiny, ...options })
  open.push(made)
  return made
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()))
})

async function greyPicture(side = 64): Promise<Uint8Array> {
  return sharp({ create: { width: side, height: side, channels: 3, background: '#777' } })
    .jpeg()
    .toBuffer()
}

function job(bytes: Uint8Array, count = 1, timeoutMs?: number): AnalysisJob {
  return {
    media: Array.from({ length: count }, (_, index) => ({ id: `m${index}`, bytes })),
    view: { masks: [], wantedClasses: ['person', 'vehicle', 'cycle'], sensitivity: 3 },
    memory: null,
    now: new Date('2026-05-01T12:00:00Z'),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  }
}

function jobOf(scene: SceneFrame[]): AnalysisJob {
  const media = scene.map((frame, index) => ({ id: `m${index}`, bytes: frame.jpeg, takenOffsetMs: frame.at }))
  return { ...job(new Uint8Array()), media }
}

// The time limit is long because each process loads a model, which takes a second on an idle processor, and test machines are busy.
describe('the analysis pool', { timeout: 120_000 }, () => {
  test('loses only the job whose child dies by SIGSEGV in the middle of a picture', async () => {
    const exits: ChildExit[] = []
    const analysis = pool({
      onChildExit: (event) => exits.push(event),
      onJobStart: ({ pid, mediaIds }) => {
        if (mediaIds.includes('m1')) process.kill(pid, 'SIGSEGV')
      },
    })
    await analysis.warm()
    const [before] = analysis.pids()
    const picture = await greyPicture()
    const doomed = analysis.analyse(job(picture, 2))
    await expect(doomed).rejects.toMatchObject({ name: 'AnalysisCrashed', why: 'signal', signal: 'SIGSEGV' })
    await expect(analysis.analyse(job(picture))).resolves.toMatchObject({ frames: [{ mediaId: 'm0' }] })
    expect(exits).toEqual([{ pid: before, code: null, signal: 'SIGSEGV', why: 'signal' }])
    expect(analysis.pids()).not.toContain(before)
    expect(analysis.stats()).toMatchObject({ busy: 0, crashes: 1, restarts: 1 })
  })

  test('attributes a crash only to its own job, not to another in the same child', async () => {
    const begun: string[] = []
    const analysis = pool({
      onJobStart: ({ pid, mediaIds }) => {
        const isDoomed = mediaIds.length === 2
        begun.push(isDoomed ? 'doomed' : 'innocent')
        // Kills the process the first time only, and only after the other job has started too.
        if (isDoomed && begun.includes('innocent')) process.kill(pid, 'SIGSEGV')
      },
    })
    await analysis.warm()
    const picture = await greyPicture()
    const innocent = analysis.analyse(job(picture))
    const doomed = analysis.analyse(job(picture, 2))
    await expect(doomed).rejects.toMatchObject({ name: 'AnalysisCrashed', signal: 'SIGSEGV' })
    await expect(innocent).resolves.toMatchObject({ frames: [{ mediaId: 'm0' }] })
    expect(begun.toSorted()).toEqual(['doomed', 'doomed', 'innocent', 'innocent'])
    expect(analysis.stats()).toMatchObject({ busy: 0, waiting: 0, crashes: 2 })
  })

  test('decodes the next alarms while a child’s networks run, and counts the simultaneous time only once', async () => {
    const empty = jobOf(await renderScene({ kind: 'empty', seed: 2, camera: 2, frames: 3 }))
    let [begun, ended, most] = [0, 0, 0]
    const analysis = pool({
      packFolder: builtIn,
      onJobStart: () => {
        begun += 1
        most = Math.max(most, begun - ended)
      },
    })
    await analysis.warm()
    const before = performance.now()
    const jobs = [1, 2, 3, 4, 5].map(async () => {
      await analysis.analyse(empty)
      ended += 1
    })
    await Promise.all(jobs)
    expect(most).toBe(3)
    expect(analysis.jobsAtOnce).toBe(3)
    expect(analysis.stats().busyMs).toBeLessThanOrEqual(performance.now() - before)
  })

  test('does not give a child more files at once than one alarm may have', async () => {
    let [running, most] = [0, 0]
    const analysis = pool({
      onJobStart: () => {
        running += 1
        most = Math.max(most, running)
      },
    })
    await analysis.warm()
    const filling = { id: 'filling', bytes: new Uint8Array(LIMITS.totalBytes / 2 + 1) }
    const begin = async (task: AnalysisJob) => {
      await analysis.analyse({ ...task, media: [...task.media, filling] })
      running -= 1
    }
    // The first job takes longer than passing on the second.
    const windy = jobOf(await renderScene({ kind: 'wind', seed: 2, camera: 2, frames: 6 }))
    await Promise.all([begin(windy), begin(job(new Uint8Array()))])
    expect(most).toBe(1)
  })

  test('kills a child that does not answer in time and reports it', async () => {
    const analysis = pool()
    await analysis.warm()
    // The decoding alone takes many times the limit of 1 ms.
    await expect(analysis.analyse(job(await greyPicture(2_000), 4, 1))).rejects.toBeInstanceOf(AnalysisTimeout)
    await expect(analysis.analyse(job(await greyPicture()))).resolves.toMatchObject({ problems: [] })
  })

  test('kills a child that exceeds its memory limit', async () => {
    // A child with its models loaded takes about 200 MB, so it exceeds this limit at the first look.
    const analysis = pool({ packFolder: builtIn, memoryLimitMb: 100, onChildExit: (event) => exits.push(event.why) })
    const exits: string[] = []
    await analysis.warm()
    const noisy = await sharp({
      create: { width: 1600, height: 1200, channels: 3, background: '#777', noise: { type: 'gaussian', sigma: 40 } },
    })
      .jpeg()
      .toBuffer()
    await expect(analysis.analyse(job(noisy, 12))).rejects.toMatchObject({ name: 'AnalysisCrashed', why: 'memory' })
    expect(exits).toEqual(['memory'])
  })

  test('replaces a child after its number of jobs', async () => {
    const exited = Promise.withResolvers<ChildExit>()
    const analysis = pool({ recycleAfter: 1, onChildExit: exited.resolve })
    const picture = await greyPicture()
    await analysis.analyse(job(picture))
    const [first] = analysis.pids()
    await analysis.analyse(job(picture))
    expect(await exited.promise).toEqual({ pid: first, code: 0, signal: null, why: 'recycle' })
    expect(analysis.stats().crashes).toBe(0)
  })

  test('starts its children without the environment variables of the parent', async () => {
    process.env.WINNOW_PLANTED_SECRET = 'planted-secret'
    try {
      const analysis = pool()
      await analysis.warm()
      const environment = readFileSync(`/proc/${analysis.pids()[0]}/environ`, 'latin1')
      expect(environment).not.toContain('planted-secret')
      expect(environment).not.toMatch(/(^|\0)(HOME|PATH|DATABASE_URL)=/)
    } finally {
      delete process.env.WINNOW_PLANTED_SECRET
    }
  })

  test('runs as many jobs in parallel as it has children', async () => {
    let most = 0
    const analysis = pool({ size: 2, onJobStart: () => (most = Math.max(most, analysis.stats().busy)) })
    await analysis.warm()
    const picture = await greyPicture()
    await Promise.all([1, 2, 3].map(() => analysis.analyse(job(picture))))
    expect(most).toBe(2)
    expect(analysis.pids()).toHaveLength(2)
    expect(analysis.stats().inferenceMs).toBeGreaterThan(0)
  })

  test('rejects waiting and running jobs when it closes, and leaves no process behind', async () => {
    const analysis = pool()
    await analysis.warm()
    const pids = analysis.pids()
    const picture = await greyPicture()
    const jobs = [analysis.analyse(job(picture, 6)), analysis.analyse(job(picture))]
    const settled = Promise.allSettled(jobs)
    await analysis.close()
    for (const result of await settled)
      expect(result).toMatchObject({ status: 'rejected', reason: { name: 'PoolClosed' } })
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
    await expect(analysis.analyse(job(picture))).rejects.toBeInstanceOf(PoolClosed)
  })

  test('distinguishes a walking person from an empty yard, and draws the detections', async () => {
    const analysis = pool({ packFolder: builtIn })
    const walking = await renderScene({ kind: 'person-walking', seed: 2, camera: 2, frames: 3 })
    const empty = await renderScene({ kind: 'empty', seed: 2, camera: 2, frames: 3 })
    const seen = await analysis.analyse(jobOf(walking))
    expect(seen.verdict).toBe('true')
    expect(seen.reasons[0]?.code).toBe('person-detected')
    const nothing = await analysis.analyse({ ...jobOf(empty), memory: seen.memory })
    expect(nothing.verdict).toBe('false')
    const frame = seen.detections.find((detection) => detection.counted)?.frame ?? 0
    const drawn = await analysis.annotate({ jpeg: walking[frame]!.jpeg, detections: seen.detections, maxSide: 640 })
    expect(await sharp(drawn).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 360 })
    const pictures = walking.map(({ jpeg }) => ({ jpeg, detections: seen.detections, showMs: 400 }))
    const clip = await lookAtClip(await analysis.clip({ pictures, maxSide: 640 }))
    expect(clip).toMatchObject({ isH264: true, size: '640x360' })
    expect(clip.pictures).toHaveLength(2 * walking.length)
  })

  test('returns results for hostile files, and refuses to draw on them, without losing a child', async () => {
    const analysis = pool()
    await analysis.warm()
    const before = analysis.pids()
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="/etc/passwd"/></svg>',
    )
    const answer = await analysis.analyse(job(svg))
    expect(answer).toMatchObject({
      verdict: 'unverified',
      frames: [],
      problems: [{ mediaId: 'm0', code: 'not-an-image' }],
    })
    await expect(analysis.annotate({ jpeg: svg, detections: [] })).rejects.toThrow('unsupported image format')
    const pictures = [{ jpeg: svg, detections: [], showMs: 1000 }]
    await expect(analysis.clip({ pictures, maxSide: 640 })).rejects.toThrow('unsupported image format')
    expect(analysis.pids()).toEqual(before)
  })

  describe('that reloads the packs', () => {
    let folder: string
    beforeEach(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'winnow-renew-'))
    })
    afterEach(() => rm(folder, { recursive: true }))
    const add = (change: object) => writeRedness(path.join(folder, 'redness'), change)

    test('switches during running alarms, each of which is answered once by the packs it started with', async () => {
      const begun: number[] = []
      await add({})
      const analysis = pool({ packFolder: folder, onJobStart: ({ pid }) => begun.push(pid) })
      await analysis.warm()
      const [old] = analysis.pids()
      expect(analysis.stats().loaded).toMatchObject([{ id: 'redness', version: '1' }])
      const scene = jobOf(await renderScene({ kind: 'empty', seed: 2, camera: 2, frames: 3 }))
      await add({ version: '2' })
      const renewed = new AbortController()
      const answered: AlarmAnalysis[] = []
      // More alarms than a child handles in parallel, until all are done, so that the old child is busy whenever it is
      // replaced.
      const feed = async () => {
        do answered.push(await analysis.analyse(scene))
        while (!renewed.signal.aborted)
      }
      const fed = [1, 2, 3, 4].map(feed)
      await analysis.renew()
      renewed.abort()
      await Promise.all(fed)
      const byOld = begun.filter((pid) => pid === old).length
      expect(byOld).toBeGreaterThan(3)
      expect(answered.filter(({ model }) => model?.packs[0]?.version === '1')).toHaveLength(byOld)
      expect(begun).toHaveLength(answered.length)
      expect(analysis.pids()).not.toContain(old)
      expect(analysis.stats()).toMatchObject({ crashes: 0, waiting: 0, loaded: [{ id: 'redness', version: '2' }] })
      const { model } = await analysis.analyse(scene)
      expect(model?.packs).toEqual([{ id: 'redness', version: '2' }])
    })

    test('and is asked to reload again at the same time ends with the latest packs', async () => {
      await add({})
      const analysis = pool({ size: 2, packFolder: folder })
      await analysis.warm()
      await add({ version: '2' })
      const first = analysis.renew()
      await add({ version: '3' })
      await Promise.all([first, analysis.renew()])
      expect(analysis.stats()).toMatchObject({ crashes: 0, loaded: [{ id: 'redness', version: '3' }] })
      await analysis.warm()
      expect(analysis.pids()).toHaveLength(2)
    })

    test('reports a pack that cannot be loaded, and continues with the others', async () => {
      await add({})
      await writeFile(path.join(folder, 'redness', 'net.onnx'), 'cut sh')
      const analysis = pool({ packFolder: folder })
      await analysis.warm()
      const { loaded, failures, modelError } = analysis.stats()
      expect(loaded).toMatchObject([{ id: 'centernet' }])
      expect(failures).toMatchObject([{ id: 'redness', problem: expect.stringContaining('is not the file') }])
      expect(modelError).toContain('redness: ')
    })
  })
})
