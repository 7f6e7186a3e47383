import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { createAnalyser } from '../analyse/analyser.ts'
import type { Detector } from '../detect/detector.ts'
import { overlapOf, areaOf } from '../detect/boxes.ts'
import type { AnalysisJob } from '../alarm-analysis.ts'
import type { Box } from '../types.ts'
import { createPlateReader, type PlateReader } from './plate-reader.ts'
import { readPlates } from './read-plates.ts'
import { loadRecogniser } from './recogniser.ts'
import { drawVehicle } from './testing/draw-vehicle.ts'

/** Loading the text recogniser takes a tenth of a second on an idle processor. */
const SLOW = 120_000

const lines = await loadRecogniser()
const reader = createPlateReader(lines)

const seeing = (box: Box): Detector => ({
  id: 'fixed',
  version: '1',
  looks: 'whole',
  sees: ['person', 'vehicle', 'cycle'],
  prepare: () =>
    Promise.resolve(() =>
      Promise.resolve({ sightings: [{ class: 'vehicle' as const, label: 'car', score: 0.9, box }], inferenceMs: 1 }),
    ),
})

const jobOf = (pictures: Uint8Array[], readsPlates: boolean): AnalysisJob => ({
  media: pictures.map((bytes, index) => ({ id: String(index), bytes })),
  view: { masks: [], wantedClasses: ['vehicle'], sensitivity: 3, readPlates: readsPlates },
  memory: null,
  now: new Date('2026-05-01T12:00:00Z'),
})

const SOFT = { softTimeoutMs: 60_000 }

describe('a drawn plate', { timeout: SLOW }, () => {
  test('is read on an alarm if its camera is configured for it, and changes nothing else', async () => {
    const drawn = await drawVehicle('KH47TEX', { characterHeight: 30 })
    const again = await drawVehicle('KH47TEX', { characterHeight: 30, blur: 0.6 })
    const analyser = createAnalyser({ detectors: [seeing(drawn.vehicle)], plateReader: reader })
    const pictures = [drawn.jpeg, again.jpeg]
    const { analysis } = await analyser.analyse(jobOf(pictures, true), SOFT)
    expect(analysis.plates).toMatchObject({
      isComplete: true,
      error: null,
      plates: [{ text: 'KH47TEX', isSure: true }],
    })
    // One look decided the verdict. The plate is read on the other frame too.
    expect(analysis.plates?.plates[0]?.readings.map(({ frame }) => frame)).toEqual([0, 1])
    for (const { box } of analysis.plates?.plates[0]?.readings ?? [])
      expect(overlapOf(box, drawn.plate)).toBeGreaterThan(0.8 * areaOf(drawn.plate))
    const without = (await analyser.analyse(jobOf(pictures, false), SOFT)).analysis
    expect(without).not.toHaveProperty('plates')
    expect(without.verdict).toBe(analysis.verdict)
    expect(without.reasons).toEqual(analysis.reasons)
  })

  test('without time left, or with a reader that fails, leaves the verdict unchanged', async () => {
    const { jpeg, vehicle } = await drawVehicle('KH47TEX', { characterHeight: 30 })
    const breaking: PlateReader = {
      find: () => Promise.reject(new Error('no memory')),
      read: () => Promise.reject(new Error('no memory')),
    }
    const plain = await createAnalyser({ detectors: [seeing(vehicle)] }).analyse(jobOf([jpeg], true), SOFT)
    const broken = createAnalyser({ detectors: [seeing(vehicle)], plateReader: breaking })
    const { analysis } = await broken.analyse(jobOf([jpeg], true), SOFT)
    expect(analysis.plates).toEqual({ plates: [], isComplete: false, error: 'no memory' })
    expect([analysis.verdict, analysis.score]).toEqual([plain.analysis.verdict, plain.analysis.score])
  })

  test.each([
    ['sloping', 'HA74KTE', { characterHeight: 30, slope: 0.1 }],
    ['light on dark', 'HTK474X', { characterHeight: 30, isInverted: true }],
    ['blurred', 'HA74KTE', { characterHeight: 24, blur: 1.5 }],
  ] as const)('that is %s is read', async (_how, plate, options) => {
    const { rgb, vehicle } = await drawVehicle(plate, options)
    const seen = {
      frame: 0,
      class: 'vehicle',
      label: 'car',
      score: 0.9,
      box: vehicle,
      moved: true,
      masked: false,
    } as const
    const detection = { ...seen, static: false, counted: true, model: 'fixed' }
    const { plates } = await readPlates(reader, [rgb], [detection], Infinity)
    expect(plates.map((one) => one.text)).toEqual([plate])
  })

  test('is located by a plate detector before its characters are located', async () => {
    const box = { x: 0.3, y: 0.6, width: 0.2, height: 0.1 }
    const withPack = createPlateReader(lines, [seeing(box)])
    const { rgb } = await drawVehicle('KH47TEX', { characterHeight: 30 })
    expect(await withPack.find(rgb)).toMatchObject([{ box, score: 0.9 }])
  })

  test('is located with the priority of its alarm among the waiting looks', async () => {
    const orders: (number | undefined)[] = []
    const ordered: Detector = {
      ...seeing({ x: 0, y: 0, width: 1, height: 1 }),
      prepare: async () => async (order) => {
        orders.push(order)
        return { sightings: [], inferenceMs: 1 }
      },
    }
    const { rgb } = await drawVehicle('KH47TEX', { characterHeight: 30 })
    await createPlateReader(lines, [ordered]).find(rgb, 7)
    expect(orders).toEqual([7])
  })
})

/** Blocks all network access, in the program and in its threads. */
const GUARD = `data:text/javascript,${encodeURIComponent(`
  import net from 'node:net'
  import dgram from 'node:dgram'
  import { writeSync } from 'node:fs'
  const refuse = () => { writeSync(2, 'reached for a network'); process.exit(9) }
  globalThis.fetch = refuse
  net.Socket.prototype.connect = refuse
  dgram.Socket.prototype.send = refuse
`)}`

const READ = `
import { loadRecogniser } from ${JSON.stringify(new URL('recogniser.ts', import.meta.url).href)}
  const reader = await loadRecogniser()
  const read = await reader.read({ width: 200, height: 48, data: new Float32Array(200 * 48).fill(255) })
  process.stdout.write('read ' + read.length)
`

interface Ended {
  exit: unknown
  said: string
  isRefused: boolean
}

async function runGuarded(code: string): Promise<Ended> {
  const child = spawn(process.execPath, ['--no-warnings', `--import=${GUARD}`, '-e', code], {
    env: {},
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [said, complaint, [exit]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { exit, said, isRefused: complaint.includes('reached for a network') }
}

describe('the text reader', { timeout: SLOW }, () => {
  test('starts and reads without network access', async () => {
    expect(await runGuarded(READ)).toEqual({ exit: 0, said: 'read 0', isRefused: false })
    // First checks that the block works, also in threads.
    const inThread = `
      import { Worker } from 'node:worker_threads'
      new Worker(new URL("data:text/javascript,fetch('http://localhost')")).on('exit', (code) => process.exit(code))
    `
    expect(await runGuarded(inThread)).toEqual({ exit: 9, said: '', isRefused: true })
  })

  test('refuses pictures of another size, and reads on', async () => {
    const line = (width: number, height: number) => ({
      width,
      height,
      data: new Float32Array(width * height).fill(255),
    })
    for (const [width, height] of [
      [200, 60],
      [4_000, 48],
      [2, 48],
    ] as const)
      await expect(lines.read(line(width, height))).rejects.toThrow('cannot be read')
    expect(await lines.read(line(200, 48))).toEqual([])
  })
})
