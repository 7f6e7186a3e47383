import { renderScene } from '@winnow/testkit'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RgbImage } from '../decode/decoded-frame.ts'
import { loadBuiltIn } from '../packs/built-in.ts'
import { enlarge } from '../plates/enlarge.ts'
import { LINE_HEIGHT } from '../plates/line-reader.ts'
import { loadRecogniser } from '../plates/recogniser.ts'
import { drawVehicle } from '../plates/testing/draw-vehicle.ts'
import { crop } from '../regions/crop.ts'
import { detect, withOrder } from './detector.ts'
import { detectorOf } from './network.ts'
import { startNetworkThread, type NetworkThread } from './network-thread.ts'

let thread: NetworkThread
let picture: RgbImage
beforeAll(async () => {
  thread = await startNetworkThread()
  const [frame] = await renderScene({ kind: 'person-walking', seed: 2, camera: 2, frames: 1 })
  const { data, info } = await sharp(frame!.jpeg).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  picture = { width: info.width, height: info.height, data }
}, 60_000)
afterAll(() => thread.close())

const onlyNetwork = () => {
  const [network] = thread.networks
  if (network === undefined) throw new Error(`No network: ${JSON.stringify(thread.failures)}`)
  return network
}

describe('a network in a worker thread', { timeout: 60_000 }, () => {
  test('gives the same results as in the calling thread, and does not block the calling thread', async () => {
    let turns = 0
    const counting = setInterval(() => (turns += 1), 1)
    const seen = await detect(detectorOf(onlyNetwork()), picture)
    clearInterval(counting)
    expect(turns).toBeGreaterThan(1)
    expect(seen.inferenceMs).toBeGreaterThan(0)
    const here = await detect(detectorOf(await loadBuiltIn()), picture)
    expect(seen.sightings).toEqual(here.sightings)
    expect(seen.sightings[0]?.label).toBe('person')
  })

  test('gives simultaneous requests the same results as separate requests', async () => {
    const grey: RgbImage = { width: 64, height: 64, data: new Uint8Array(64 * 64 * 3).fill(127) }
    const detector = detectorOf(onlyNetwork())
    const [person, nothing, again] = await Promise.all([picture, grey, picture].map((one) => detect(detector, one)))
    expect(nothing?.sightings).toEqual([])
    expect(person?.sightings.length).toBeGreaterThan(0)
    expect(again?.sightings).toEqual(person?.sightings)
  })

  test('runs waiting requests by `order`, the lowest first', async () => {
    const side = { width: 4, height: 4 }
    const answered: number[] = []
    const look = async (order: number) => {
      await onlyNetwork().look(new Uint8Array(48), { side, covered: side }, order)
      answered.push(order)
    }
    await Promise.all([look(1), look(3), look(2)])
    expect(answered).toEqual([1, 2, 3])
    const detector = detectorOf(onlyNetwork())
    const looks = await Promise.all([1, 3, 2].map((order) => withOrder(order, detector).prepare(picture)))
    const ended = looks.map(async (take, place) => {
      await take()
      answered.push(place)
    })
    await Promise.all(ended)
    expect(answered.slice(3)).toEqual([0, 2, 1])
  })

  test('does not count waiting for other looks as inference time, also without a worker thread', async () => {
    const network = await loadBuiltIn()
    const { width, height } = network.input
    const side = { width, height }
    const began = performance.now()
    const seen = await Promise.all(
      [50, 127, 200].map((level) =>
        network.look(new Uint8Array(3 * width * height).fill(level), { side, covered: side }),
      ),
    )
    const passed = performance.now() - began
    expect(seen.reduce((sum, { inferenceMs }) => sum + inferenceMs, 0)).toBeLessThanOrEqual(passed)
  })

  test('reads lines of text like in the calling thread, and reports the error of one line alone', async () => {
    const { rgb, plate } = await drawVehicle('KH47TEX', { characterHeight: 30 })
    const line = await enlarge(crop(rgb, plate), 240, LINE_HEIGHT)
    const read = await thread.lines.read(line)
    expect(read.map(({ character }) => character).join('')).toBe('KH47TEX')
    await expect(thread.lines.read({ ...line, width: 1 })).rejects.toThrow('cannot be read')
    expect(await thread.lines.read(line)).toEqual(read)
    expect(await (await loadRecogniser()).read(line)).toEqual(read)
  })

  test('reports the error of one request and continues with the next', async () => {
    const network = onlyNetwork()
    const side = { width: 4, height: 4 }
    await expect(network.look(new Uint8Array(47), { side, covered: side })).rejects.toThrow('16 pixels')
    await expect(network.look(new Uint8Array(48), { side, covered: side })).resolves.toHaveProperty('sightings')
  })

  test('rejects open and later requests when the thread ends', async () => {
    const other = await startNetworkThread()
    const asked = detect(detectorOf(other.networks[0]!), picture)
    const [outcome] = await Promise.allSettled([asked, other.close()])
    const over = { message: 'the thread of the networks has ended' }
    expect(outcome).toMatchObject({ reason: over })
    await other.ended
    const line = { width: 16, height: LINE_HEIGHT, data: new Float32Array(16 * LINE_HEIGHT) }
    await expect(other.lines.read(line)).rejects.toMatchObject(over)
    await expect(detect(detectorOf(other.networks[0]!), picture)).rejects.toMatchObject(over)
  })
})
