import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Detection } from '../types.ts'
import { annotate } from './annotate.ts'
import { drawText, textWidth } from './draw.ts'

const person: Detection = {
  frame: 0,
  class: 'person',
  label: 'person',
  score: 0.87,
  box: { x: 0.25, y: 0.25, width: 0.5, height: 0.5 },
  moved: true,
  masked: false,
  static: false,
  counted: true,
  model: 'centernet',
}

async function black(width = 800, height = 600): Promise<Uint8Array> {
  return sharp({ create: { width, height, channels: 3, background: '#000' } })
    .jpeg()
    .withMetadata({ exif: { IFD0: { Copyright: 'planted' } } })
    .toBuffer()
}

async function pixelAt(jpeg: Uint8Array, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true })
  return [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)]
}

test('the box is drawn in the colour of its class, and its inside is unchanged', async () => {
  const jpeg = await annotate({ jpeg: await black(), detections: [person] })
  const [red = 0, green = 0] = await pixelAt(jpeg, 200, 300)
  expect(red).toBeGreaterThan(150)
  expect(green).toBeLessThan(120)
  expect(Math.max(...(await pixelAt(jpeg, 400, 300)))).toBeLessThan(30)
})

test('a detection that is not counted is drawn in grey', async () => {
  const [red = 0, green = 0, blue = 0] = await pixelAt(
    await annotate({ jpeg: await black(), detections: [{ ...person, counted: false }] }),
    200,
    300,
  )
  expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThan(25)
  expect(red).toBeGreaterThan(80)
})

test('a doubted detection is drawn in dashed grey with the reason', async () => {
  const draw = async (doubt: Detection['doubt']) =>
    annotate({ jpeg: await black(), detections: [{ ...person, ...(doubt === undefined ? {} : { doubt }) }] })
  const along = async (jpeg: Uint8Array) => {
    const line = await Promise.all(Array.from({ length: 100 }, (_, index) => pixelAt(jpeg, 200, 250 + index)))
    return line.filter(([red = 0]) => red > 80).length
  }
  expect(await along(await draw(null))).toBe(100)
  const dashed = await along(await draw('animal'))
  expect(dashed).toBeGreaterThan(30)
  expect(dashed).toBeLessThan(70)
  // The label is longer because of the reason.
  const [grey = 0] = await pixelAt(await draw('animal'), 330, 146)
  const [none = 0] = await pixelAt(await draw('uncertain'), 460, 146)
  expect([grey > 80, none > 80]).toEqual([true, false])
})

test('the picture is reduced on request and contains no metadata', async () => {
  const meta = await sharp(await annotate({ jpeg: await black(), detections: [person], maxSide: 400 })).metadata()
  expect([meta.width, meta.height, meta.format]).toEqual([400, 300, 'jpeg'])
  expect(meta.exif).toBeUndefined()
})

test('boxes at or beyond the edges of the picture cause no error', async () => {
  const detections = [
    { ...person, box: { x: 0, y: 0, width: 1, height: 1 } },
    { ...person, box: { x: 0.98, y: 0.98, width: 0.5, height: 0.5 } },
  ]
  await expect(annotate({ jpeg: await black(60, 40), detections })).resolves.toBeInstanceOf(Uint8Array)
})

test('a file that is not a picture is refused', async () => {
  await expect(annotate({ jpeg: Buffer.from('no picture'), detections: [] })).rejects.toThrow(
    'unsupported image format',
  )
})

test.each([...new Set('PERSONVEHICLECYCLEANIMALBAGOTHERDOUBTED:MASKEDPARTOFSCENENOTWANTED0123456789%'.split(''))])(
  'the character %s of labels can be drawn',
  (sign) => {
    const image = { width: 8, height: 8, data: new Uint8Array(192) }
    drawText(image, sign, 0, 0, 1, [255, 255, 255])
    expect(image.data.some((value) => value > 0)).toBe(true)
    expect(textWidth(sign)).toBe(5)
  },
)
