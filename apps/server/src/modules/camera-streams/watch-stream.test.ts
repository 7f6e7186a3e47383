import { text } from 'node:stream/consumers'
import type { CodedPicture, VideoTrack } from '@winnow/intake'
import { createFakeClock } from '@winnow/testkit'
import type { Look, StreamPicture, Watcher } from '@winnow/vision'
import { pino } from 'pino'
import { beforeEach, expect, it } from 'vitest'
import { ConnectError, type Line, type ReceivedEvent } from '../../platform/connect/connector.ts'
import { StreamWatch } from './watch-stream.ts'

const TRACK: VideoTrack = { codec: 'H264', payloadType: 96, clockRate: 90_000, control: '', parameterSets: [] }
const MOVED: Look = { kind: 'moved', boxes: [{ x: 0.1, y: 0.1, width: 0.1, height: 0.1 }] }
const STILL: Look = { kind: 'still' }
const clock = createFakeClock(new Date())

let now = 0
let looks: ((look: Look) => void)[] = []
let shown: number[][] = []
let messages: { offsetMs: number }[][] = []
let isFull = false
let isShort = false
let masksRead: Promise<void> | undefined
let watch: StreamWatch

/** Key frames are told apart by their last byte, which comes back as the picture. */
const picture = (mark: number): CodedPicture => ({ nals: [Buffer.of(0x65, mark)], isKey: true, rtpTime: 0 })
const markOf = ({ bytes }: StreamPicture) => bytes.at(-1) ?? 0

const watcher: Watcher = {
  look: () => new Promise((resolve) => looks.push(resolve)),
  show(_, pictures) {
    shown.push(pictures.map(markOf))
    if (isShort) return Promise.reject(new Error('no memory for pictures'))
    return Promise.resolve(pictures.map((one) => (markOf(one) === 99 ? null : Uint8Array.of(markOf(one)))))
  },
  forget: () => undefined,
  close: () => undefined,
}

async function take({ body }: ReceivedEvent): Promise<string> {
  if (isFull) throw new ConnectError('busy')
  const { media } = JSON.parse(await text(body)) as { media: { offsetMs: number }[] }
  messages.push(media)
  return 'signal'
}

beforeEach(() => {
  ;[now, looks, shown, messages, isFull, isShort, masksRead] = [0, [], [], [], false, false, undefined]
  const line = {
    connection: { id: 'one' },
    signal: new AbortController().signal,
    clock,
    log: pino({ enabled: false }),
    acceptSignal: take,
  } as unknown as Line
  const masks = async () => {
    await masksRead
    return []
  }
  watch = new StreamWatch({ line, watcher, coolDownSeconds: 30, host: 'cam', masks, monotonicMs: () => now })
})

/** Shows a key frame, and tells what is seen in it. */
function show(mark: number, look: Look): Promise<void> {
  const looked = watch.look(picture(mark), TRACK)
  looks.shift()?.(look)
  return looked
}

it('shows the key frames that came before the motion, also when newer ones came while it was looked at', async () => {
  for (const mark of [1, 2, 3, 4]) {
    await show(mark, STILL)
    now += 1_000
  }
  const slow = watch.look(picture(5), TRACK)
  const answer = looks.shift()
  for (const mark of [6, 7, 8, 9]) {
    now += 1_000
    await show(mark, STILL)
  }
  answer?.(MOVED)
  await slow
  expect(shown).toEqual([[2, 3, 4, 5]])
  expect(messages[0]?.map(({ offsetMs }) => offsetMs)).toEqual([0, 1_000, 2_000, 3_000])
})

it('leaves out what is too old, and what cannot be decoded', async () => {
  await show(1, STILL)
  now += 30_000
  await show(99, STILL)
  now += 1_000
  await show(3, MOVED)
  expect(shown).toEqual([[99, 3]])
  expect(messages[0]).toHaveLength(1)
})

it('is quiet after an alarm, and then tells of motion again', async () => {
  await show(1, MOVED)
  now = 29_999
  await show(2, MOVED)
  expect(messages).toHaveLength(1)
  now = 30_000
  await show(3, MOVED)
  expect(messages).toHaveLength(2)
})

it('makes one alarm of two key frames that are looked at while the masks are read', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  masksRead = promise
  const both = [show(1, MOVED), show(2, MOVED)]
  resolve()
  await Promise.all(both)
  expect(messages).toHaveLength(1)
})

it('tries what could not be stored again with the next key frame', async () => {
  isFull = true
  await show(1, MOVED)
  isFull = false
  now = 1_000
  await show(2, MOVED)
  expect(messages).toHaveLength(1)
})

it('makes an alarm without pictures of motion whose pictures cannot be made', async () => {
  isShort = true
  await show(1, MOVED)
  expect(messages).toEqual([[]])
})

it('ends a stream of which no picture can be decoded, and none where a few are broken', async () => {
  for (let count = 0; count < 19; count++) await show(1, { kind: 'broken' })
  await show(1, STILL)
  for (let count = 0; count < 19; count++) await show(1, { kind: 'broken' })
  await expect(show(1, { kind: 'broken' })).rejects.toMatchObject({ problem: 'codec' })
})
