import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { authorize } from './login/authorize.ts'
import { parseChallenges } from './login/challenge.ts'
import { readDevice, readDeviceTime, readOnvifReply, readProfiles, readStreamAddress } from './onvif/reply.ts'
import { readVideo } from './rtsp/describe-session.ts'
import { readReply } from './rtsp/reply.ts'
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
