import { expect, it } from 'vitest'
import { readVideo } from './describe-session.ts'
import { readReply } from './reply.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')
const SDP = [
  'v=0',
  'm=audio 0 RTP/AVP 0',
  'a=rtpmap:0 PCMU/8000',
  'm=video 0 RTP/AVP 96',
  'a=rtpmap:96 H264/90000',
  'a=x-dimensions: 1920,1080',
  'm=application 0 RTP/AVP 107',
  'a=rtpmap:107 vnd.onvif.metadata/90000',
  '',
].join('\r\n')
const REPLY = `RTSP/1.0 200 OK\r\nCSeq: 2\r\nContent-Length: ${SDP.length}\r\nWWW-Authenticate: a\r\nWWW-Authenticate: b\r\n\r\n${SDP}`

it('reads a reply as it arrives, byte by byte', () => {
  for (let end = 1; end < REPLY.length; end += 7) expect(readReply(bytes(REPLY.slice(0, end))).state).toBe('partial')
  const reading = readReply(bytes(`${REPLY}RTSP/1.0`))
  expect(reading).toMatchObject({ state: 'complete', bytes: REPLY.length, reply: { status: 200, body: SDP } })
  expect(reading.state === 'complete' && reading.reply.headers.get('www-authenticate')).toEqual(['a', 'b'])
})

it('finds the video in a description', () => {
  expect(readVideo(SDP)).toEqual({ codec: 'H264', width: 1920, height: 1080 })
  expect(readVideo('m=video 0 RTP/AVP 26\r\n')).toEqual({ codec: 'JPEG', width: null, height: null })
  expect(readVideo('m=audio 0 RTP/AVP 0\r\n')).toBeUndefined()
})

it('looks for the size of a picture only in the beginning of a line, so that a long line costs little', () => {
  const sizeIn = (line: string) => {
    const { width, height } = readVideo(`m=video 0 RTP/AVP 96\r\na=Media_header:${line}\r\n`) ?? {}
    return [width, height]
  }
  const gap = 'x'.repeat(301)
  expect(sizeIn('MEDIAINFO=494D;width=640;height=480')).toEqual([640, 480])
  expect(sizeIn(`${gap}width=640;height=480`)).toEqual([null, null])
  expect(sizeIn(`width=640;${gap}height=480`)).toEqual([null, null])
})

it.each([
  'HTTP/1.1 200 OK\r\n\r\n',
  'RTSP/1.0 OK\r\n\r\n',
  'RTSP/1.0 200 OK\r\nContent-Length: -1\r\n\r\n',
  'RTSP/1.0 200 OK\r\nContent-Length: 999999\r\n\r\n',
  `RTSP/1.0 200 OK\r\n${'a: b\r\n'.repeat(100)}\r\n`,
  `RTSP/1.0 200 OK\r\n${'x'.repeat(70_000)}`,
])('refuses what is no reply, or is too large', (text) => {
  expect(readReply(bytes(text)).state).toBe('invalid')
})
