import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { authorize } from './login/authorize.ts'
import { parseChallenges } from './login/challenge.ts'
import { motionOf, readEvents, readPullPoint } from './onvif/read-events.ts'
import { readDevice, readDeviceTime, readOnvifReply, readProfiles, readStreamAddress } from './onvif/reply.ts'
import { readVideo } from './rtsp/describe-session.ts'
import { InterleavedReader } from './rtsp/interleaved.ts'
import { PictureAssembler } from './rtsp/picture-assembler.ts'
import { readReply } from './rtsp/reply.ts'
import { findVideoTrack } from './rtsp/video-track.ts'
import { cpuMs } from './testing/cpu-ms.ts'
import { mutate, random } from './testing/mutate.ts'

const COUNT = 3_000
const folder = new URL('../../../node_modules/onvif/test/serverMockup/', import.meta.url)
const recorded = (name: string) => readFileSync(new URL(`${name}.xml`, folder))

const SDP = 'v=0\r\nm=video 0 RTP/AVP 96\r\na=rtpmap:96 H264/90000\r\na=x-dimensions: 1920,1080\r\n'
const RTSP = Buffer.from(`RTSP/1.0 200 OK\r\nCSeq: 2\r\nContent-Length: ${SDP.length}\r\n\r\n${SDP}`)
const CHALLENGE = Buffer.from('Basic realm="cam", Digest realm="a\\"b", nonce="x", qop="auth,auth-int", opaque="y"')

/** Reads mutated messages, and returns the processor time in milliseconds. */
const readMutated = (seed: Buffer, tokens: readonly string[], read: (message: Buffer) => void, count = COUNT) =>
  // oxlint-disable-next-line require-await -- the reading needs no time outside of the processor
  cpuMs(async () => {
    const next = random(7)
    for (let n = 0; n < count; n++) read(mutate(seed, next, tokens))
  })

it('reads 3,000 mutated replies of RTSP servers in 2 s, and says a whole number of bytes', async () => {
  const ms = await readMutated(RTSP, ['\r\n\r\n', 'Content-Length: 9', 'm=video', '\0', '200'], (message) => {
    const reading = readReply(message)
    if (reading.state !== 'complete') return
    expect(reading.bytes).toBeLessThanOrEqual(message.length)
    const video = readVideo(reading.reply.body)
    expect(video === undefined || video.width === null || video.width > 0).toBe(true)
  })
  expect(ms).toBeLessThan(2_000)
})

/** A packet of a stream: the head of RTP, then its payload, within a connection of RTSP. */
function interleaved(sequence: number, ...payload: number[]): Buffer {
  const rtp = Buffer.from([0x80, 0xe0, sequence >> 8, sequence & 255, 0, 0, 0, sequence, 0, 0, 0, 1, ...payload])
  return Buffer.concat([Buffer.from([0x24, 0, 0, rtp.length]), rtp])
}

it.each(['H264', 'H265'])(
  'reads 3,000 mutated streams of %s in 2 s, and keeps no more than what was sent',
  async (codec) => {
    const reading = findVideoTrack(SDP.replace('H264', codec))
    if (!reading.ok) throw new Error('no track')
    const stream = Buffer.concat([
      interleaved(1, 0x67, 1, 2, 3),
      interleaved(2, 24, 0, 3, 0x65, 1, 2, 0, 2, 0x68, 9),
      interleaved(3, 28, 0x85, 1, 2, 3),
      RTSP,
      interleaved(4, 28, 0x45, 4, 5),
      interleaved(5, 0x62, 1, 0x93, 1, 2),
      interleaved(6, 0x62, 1, 0x53, 1, 2),
    ])
    let pictures = 0
    const ms = await readMutated(
      stream,
      ['$', '$\0\0\x04', '\0\0', 'RTSP/1.0 200 OK\r\n\r\n', '\xff\xff'],
      (message) => {
        const assembler = new PictureAssembler(reading.track, {
          keysOnly: () => message.length % 2 === 0,
          onPicture({ nals }) {
            pictures += 1
            const bytes = nals.reduce((sum, nal) => sum + nal.length, 0)
            expect(bytes).toBeLessThanOrEqual(2 * message.length)
          },
        })
        const reader = new InterleavedReader({
          onReply: () => undefined,
          onPacket: (_, packet) => assembler.push(packet),
        })
        if (reader.push(message.subarray(0, 20))) reader.push(message.subarray(20))
      },
    )
    expect(ms).toBeLessThan(2_000)
    expect(pictures).toBeGreaterThan(100)
  },
)

function readAll(message: Buffer, name: string): void {
  const reply = readOnvifReply(message.toString('utf8'), name)
  if (!reply.ok) return
  for (const profile of readProfiles(reply.answer)) expect(profile.token.length).toBeLessThanOrEqual(200)
  expect(readDevice(reply.answer).model?.length ?? 0).toBeLessThanOrEqual(100)
  readDeviceTime(reply.answer)
  readStreamAddress(reply.answer)
}

it('reads 3,000 mutated answers of ONVIF devices in 2 s', async () => {
  const tokens = ['<!DOCTYPE a [', '<!ENTITY x "y">', '&x;', '<', '>', ']]>', '<![CDATA[', '</', '"', '\0']
  let ms = 0
  for (const name of ['GetProfiles', 'GetDeviceInformation', 'GetSystemDateAndTime', 'GetStreamUri'])
    // oxlint-disable-next-line no-await-in-loop -- the time of each is measured
    ms += await readMutated(recorded(name), tokens, (message) => readAll(message, name), COUNT / 4)
  expect(ms).toBeLessThan(2_000)
})

it('answers 3,000 mutated challenges in 2 s, in one line that holds no password', async () => {
  const ms = await readMutated(CHALLENGE, ['Digest ', 'qop="auth"', '\\', '"', '=', ',', '\r\n'], (message) => {
    const challenges = parseChallenges(message.toString('latin1'))
    const header = authorize(challenges, { method: 'GET', uri: '/', user: 'a', password: 'sesam', cnonce: 'c' })
    expect(header?.includes('sesam') ?? false).toBe(false)
  })
  expect(ms).toBeLessThan(2_000)
})

it('reads 3,000 mutated events of ONVIF devices in 2 s, and puts no more into requests than the device wrote', async () => {
  const tokens = [
    '<wsnt:NotificationMessage>',
    'xmlns:a="',
    'ReferenceParameters',
    '<dom0:Id>',
    ':',
    '="true"',
    '</',
    '>',
    '"',
  ]
  const parameters = '<wsa5:ReferenceParameters><dom0:Id xmlns:dom0="http://d">7</dom0:Id></wsa5:ReferenceParameters>'
  const subscribed = recorded('events.CreatePullPointSubscription')
    .toString('utf8')
    .replace('</wsa5:Address>', `</wsa5:Address>${parameters}`)
  const events = recorded('PullMessages')
    .toString('utf8')
    .replaceAll(/\{\{\?.*?\}\}/g, '')
  let [seen, made] = [0, 0]
  let ms = await readMutated(
    Buffer.from(events),
    tokens,
    (message) => {
      const reply = readOnvifReply(message.toString('utf8'), 'PullMessages')
      if (!reply.ok) return
      for (const event of readEvents(reply.answer)) {
        expect(event.topic.length).toBeLessThanOrEqual(300)
        if (motionOf(event, null) !== undefined) seen += 1
      }
    },
    COUNT / 2,
  )
  ms += await readMutated(
    Buffer.from(subscribed),
    tokens,
    (message) => {
      const reply = readOnvifReply(message.toString('utf8'), 'CreatePullPointSubscription')
      const point = reply.ok ? readPullPoint(reply.answer, reply.document) : undefined
      if (!point) return
      made += point.parameters === '' ? 0 : 1
      expect(point.parameters.length).toBeLessThanOrEqual(2_500)
      expect(point.seconds).toBeGreaterThan(0)
    },
    COUNT / 2,
  )
  expect(Math.min(seen, made)).toBeGreaterThan(100)
  expect(ms).toBeLessThan(2_000)
})
