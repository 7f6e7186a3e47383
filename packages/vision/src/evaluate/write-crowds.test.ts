import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { readManifest, type LabelledAlarm } from './read-manifest.ts'
import { writeCrowds } from './write-crowds.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'winnow-crowds-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('writes the pictures of each true alarm 9 and 25 times, in a valid manifest', async () => {
  const file = path.join(folder, 'red.png')
  const dot = { create: { width: 96, height: 54, channels: 3 as const, background: '#f00' } }
  await sharp({ create: { width: 192, height: 108, channels: 3, background: '#00f' } })
    .composite([{ input: dot, left: 0, top: 0 }])
    .png()
    .toFile(file)
  const alarm: LabelledAlarm = {
    id: 'the "yard", 1',
    files: [file, file],
    gapSeconds: 0.5,
    isTrue: true,
    class: 'person',
    camera: 'yard, east',
    condition: 'thermal,night',
    licence: 'CC-BY 4.0, named',
  }
  const out = path.join(folder, 'crowds')
  expect(await writeCrowds(out, [alarm, { ...alarm, id: 'fox', isTrue: false, class: 'none' }])).toBe(2)
  const written = readManifest(path.join(out, 'manifest.csv'))
  expect(written).toMatchObject([
    {
      ...alarm,
      id: 'the "yard", 1-9-times',
      files: [expect.any(String), expect.any(String)],
      condition: '9 times,several pictures,thermal',
    },
    { id: 'the "yard", 1-25-times', condition: '25 times,several pictures,thermal' },
  ])
  const { data, info } = await sharp(written[0]!.files[1]).raw().toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ width: 1920, height: 1080 })
  const redAt = (x: number, y: number) => data[(y * info.width + x) * info.channels]! > 128
  for (const [column, row] of [
    [0, 0],
    [1, 0],
    [2, 2],
  ] as const) {
    expect(redAt(column * 640 + 100, row * 360 + 100)).toBe(true)
    expect(redAt(column * 640 + 500, row * 360 + 300)).toBe(false)
  }
})
