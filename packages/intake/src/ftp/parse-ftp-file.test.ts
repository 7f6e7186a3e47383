import { createHash } from 'node:crypto'
import { renderScene } from '@winnow/testkit'
import { beforeAll, describe, expect, it } from 'vitest'
import { losesPictures } from '../media/loses-pictures.ts'
import { cpuMs } from '../testing/cpu-ms.ts'
import { jpeg } from '../testing/mails.ts'
import { mutate, random } from '../testing/mutate.ts'
import { parseFtpFile } from './parse-ftp-file.ts'

const receivedAt = new Date('2026-11-26T18:40:00Z')
const HIKVISION = '/192.168.1.64_01_20261126183207502_MOTION_DETECTION.jpg'
const read = (bytes: Uint8Array, path = HIKVISION, at = receivedAt) => parseFtpFile(bytes, { path, receivedAt: at })

let picture: Buffer
beforeAll(async () => {
  const scene = { kind: 'person-walking', seed: 3, camera: 5, frames: 1, width: 320, height: 180 } as const
  picture = Buffer.from((await renderScene(scene))[0]?.jpeg ?? [])
})

describe('an uploaded file', () => {
  it('becomes an alarm with its picture and what its name says', () => {
    expect(read(picture)).toMatchObject({
      kind: 'alarm',
      vendor: 'hikvision',
      event: 'MOTION DETECTION',
      eventType: 'motion',
      channel: '1',
      deviceTime: '2026-11-26T18:32:07.502',
      subject: HIKVISION,
      media: [{ detectedType: 'image/jpeg', bytes: picture }],
      problems: [],
    })
  })

  it('that broke off is marked, kept, and counts as a loss', () => {
    const bytes = Math.floor(picture.length / 2)
    const half = read(picture.subarray(0, bytes))
    expect(half).toMatchObject({ kind: 'alarm', media: [{ detectedType: 'image/jpeg' }] })
    expect(half.problems).toEqual([{ code: 'truncated', detail: `${bytes} bytes` }])
    expect(half.problems.some(losesPictures)).toBe(true)
  })

  it('that is empty although its name promises a picture is passed on', () => {
    const empty = read(new Uint8Array())
    expect(empty).toMatchObject({ kind: 'unparsed', media: [], problems: [{ code: 'truncated' }] })
  })

  it('that nobody can read is passed on', () => {
    expect(read(Buffer.alloc(5_000, 7), '/a.bin')).toMatchObject({
      kind: 'unparsed',
      problems: [{ code: 'part-unread' }],
    })
  })

  it.each(['/test.txt', '/ftp_test', '/Testfile.tmp', '/2026-11-26/001/dav/index.idx.txt', '/winnow'])(
    '%s is only a sign of life',
    (path) => {
      expect(read(path === '/winnow' ? new Uint8Array() : Buffer.from('This is a test'), path)).toMatchObject({
        kind: 'test',
        media: [],
      })
    },
  )

  it('that comes again is a resend for as long as keys are kept, where its name has a time, and else for two minutes', () => {
    const [first, again] = [read(picture), read(picture, HIKVISION, new Date(receivedAt.getTime() + 3_600_000))]
    expect(again.idempotencyKey).toBe(first.idempotencyKey)
    expect(first.repeatWithinMs).toBeNull()
    expect(read(picture, '/image.jpg')).toMatchObject({ repeatWithinMs: 120_000 })
    expect(read(picture, '/other.jpg').idempotencyKey).not.toBe(read(picture, '/image.jpg').idempotencyKey)
  })
})

it('three thousand variants of files and paths never throw, always give a valid signal and keep every picture, in two seconds', async () => {
  const paths = [
    HIKVISION,
    '/Gate/4K0123PAZ/2026-11-26/001/jpg/18/32/07[M][0@0][0].jpg',
    '/snap/MDAlarm_20180807-135928.jpg',
    '/20181201/Snap_103130_021_1.jpg',
    '/a/b/c/ch03/2026-11-26_18-32-07_motion.jpg',
  ]
  const tokens = ['/', '[', ']', '_', '20261126', '\0', '\u{d800}', '99', '.jpg', 'test', '-', '..', '[M]', 'ch', '\n']
  const next = random(20_261_126)
  const total = await cpuMs(async () => {
    for (let round = 0; round < 3_000; round++) {
      const path = mutate(Buffer.from(paths[round % paths.length] ?? ''), next, tokens).toString('utf8')
      const bytes = mutate(jpeg(round % 30), next, ['\xff\xd9', '\xff\xda', 'ftyp', 'IEND'])
      const signal = read(bytes, path)
      const stored = JSON.stringify({ ...signal, media: [] })
      expect({
        round,
        failed: signal.problems.some(({ detail }) => detail?.startsWith('reader failed')),
        storable: stored.isWellFormed() && !stored.includes(String.raw`\u0000`),
        key: /^[0-9a-f]{64}$/.test(signal.idempotencyKey),
        hashes: signal.media.every((part) => createHash('sha256').update(part.bytes).digest('hex') === part.sha256),
        kept: bytes[0] !== 0xff || bytes[1] !== 0xd8 || bytes[2] !== 0xff || signal.media.length === 1,
      }).toEqual({ round, failed: false, storable: true, key: true, hashes: true, kept: true })
    }
  })
  expect(total).toBeLessThan(2_000)
})
