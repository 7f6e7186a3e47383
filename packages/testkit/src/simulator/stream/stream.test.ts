import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { CLIP_PARTS, KEY_EVERY, PART_NAMES, STREAM_RATE } from './clip-parts.ts'
import { planStream } from './plan-stream.ts'
import { partsOf, readClip } from './read-clip.ts'
import { showStream } from './show-stream.ts'
import { splitPictures } from './split-pictures.ts'

/** The types of the NAL units of a picture. */
const typesIn = (bytes: Uint8Array): number[] => {
  const all = Buffer.from(bytes)
  const types: number[] = []
  for (let at = all.indexOf('000001', 0, 'hex'); at >= 0; at = all.indexOf('000001', at + 3, 'hex'))
    types.push((all[at + 3] ?? 0) & 0x1f)
  return types
}

describe('splitPictures', () => {
  it('ends a picture after its NAL unit, and gives it the sets of parameters before it', () => {
    const stream = Buffer.from(
      '00000001 67aa 00000001 68bb 000001 65cc 00000001 41dd 000001 41ee'.replaceAll(' ', ''),
      'hex',
    )
    const pictures = splitPictures(stream)
    expect(pictures.map(({ bytes, isKey }) => [typesIn(bytes), isKey])).toEqual([
      [[7, 8, 5], true],
      [[1], false],
      [[1], false],
    ])
    expect(Buffer.concat(pictures.map(({ bytes }) => bytes)).length).toBeGreaterThanOrEqual(stream.length - 1)
  })

  it('finds nothing in nothing', () => expect(splitPictures(Buffer.alloc(0))).toEqual([]))
})

describe("the demo's clip", () => {
  it('has all its parts, and a key frame with its sets of parameters every two seconds', async () => {
    const clip = await readClip()
    for (const part of PART_NAMES) {
      expect(clip[part], part).toHaveLength(CLIP_PARTS[part])
      const keys = clip[part].filter((_, index) => index % KEY_EVERY === 0)
      for (const key of keys) expect(typesIn(key), part).toEqual(expect.arrayContaining([7, 8, 5]))
    }
    expect(KEY_EVERY / STREAM_RATE).toBe(2)
  })

  it('is refused where pictures are missing or key frames stand elsewhere', async () => {
    const { quiet, ...others } = await readClip()
    const rest = Object.values(others).flat()
    expect(() => partsOf(Buffer.concat(quiet))).toThrow('pictures instead of')
    expect(() => partsOf(Buffer.concat([...quiet.slice(1), ...quiet.slice(0, 1), ...rest]))).toThrow('other places')
  })
})

describe("the plan of the demo's stream", () => {
  const shown = (seconds: number): { part: string; at: number }[] => {
    const parts: { part: string; at: number }[] = []
    let at = 0
    for (const part of planStream()) {
      if (at > seconds) break
      parts.push({ part, at })
      at += CLIP_PARTS[part] / STREAM_RATE
    }
    return parts
  }

  it('shows somebody within half a minute, after the quiet scene', () => {
    const first = shown(60).find(({ part }) => part !== 'quiet')
    expect(first).toMatchObject({ part: 'person' })
    expect(first?.at).toBeGreaterThanOrEqual(20)
    expect(first?.at).toBeLessThanOrEqual(30)
  })

  it('has fewer events than the other cameras have alarms, and something true every few minutes', () => {
    const events = shown(3_600).filter(({ part }) => part !== 'quiet')
    const gaps = events.slice(1).map(({ at }, index) => at - (events[index]?.at ?? 0))
    // The others have one alarm a minute each.
    expect(Math.min(...gaps)).toBeGreaterThan(60)
    const trueOnes = events.filter(({ part }) => part === 'person' || part === 'car')
    const apart = trueOnes.slice(1).map(({ at }, index) => (at - (trueOnes[index]?.at ?? 0)) / 60)
    expect(Math.min(...apart)).toBeGreaterThan(2)
    expect(Math.max(...apart)).toBeLessThan(6)
    expect(trueOnes.length / events.length).toBeLessThan(0.5)
    expect(new Set(events.map(({ part }) => part))).toEqual(new Set(PART_NAMES.filter((part) => part !== 'quiet')))
  })

  it('ends each event with a quiet scene', () => {
    const parts = shown(1_200).map(({ part }) => part)
    expect(parts.some((part, index) => part !== 'quiet' && parts[index - 1] !== 'quiet')).toBe(false)
  })
})

describe('showStream', () => {
  it('sends pictures to whoever plays it, at the port that is asked for, and ends with them', async () => {
    const first = await showStream({ everyMs: 1 })
    const { port } = first
    await first.close()
    const stream = await showStream({ port, everyMs: 1 })
    onTestFinished(() => stream.close().catch(() => undefined))
    expect(stream.url).toContain(`127.0.0.1:${port}/`)
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    const packets = Promise.withResolvers<void>()
    let heard = ''
    socket.on('data', (chunk: Buffer) => {
      heard += chunk.toString('latin1')
      // Packets of the video begin with a dollar sign and the channel.
      if (heard.split('$\u0000').length > CLIP_PARTS.quiet) packets.resolve()
    })
    socket.write(`SETUP ${stream.url}/trackID=1 RTSP/1.0\r\nCSeq: 1\r\nTransport: RTP/AVP/TCP;interleaved=0-1\r\n\r\n`)
    socket.write(`PLAY ${stream.url} RTSP/1.0\r\nCSeq: 2\r\n\r\n`)
    await packets.promise
    const ended = once(socket, 'close')
    await stream.close()
    await ended
  })

  it('says that its port is taken', async () => {
    const stream = await showStream()
    onTestFinished(() => stream.close())
    await expect(showStream({ port: stream.port })).rejects.toThrow('EADDRINUSE')
  })
})
