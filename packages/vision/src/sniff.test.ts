import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { sniffMedia } from './sniff.ts'

const canvas = () => sharp({ create: { width: 40, height: 30, channels: 3, background: '#345' } })

function bytes(text: string, length = 64): Uint8Array {
  const out = new Uint8Array(length)
  out.set(Buffer.from(text, 'latin1'))
  return out
}

describe('sniffMedia', () => {
  test.each([
    ['image/jpeg', () => canvas().jpeg().toBuffer()],
    ['image/png', () => canvas().png().toBuffer()],
    ['image/webp', () => canvas().webp().toBuffer()],
    ['image/gif', () => canvas().gif().toBuffer()],
    ['image/avif', () => canvas().avif().toBuffer()],
    ['image/tiff', () => canvas().tiff().toBuffer()],
  ])('recognises a real %s', async (type, make) => {
    expect(sniffMedia(await make())).toEqual({ kind: 'image', type })
  })

  test.each([
    ['video/mp4', '\0\0\0\x18ftypisom'],
    ['video/quicktime', '\0\0\0\x14ftypqt  '],
    ['video/quicktime', '\0\0\0\x08wide\0\0\0\0mdat'],
    ['video/3gpp', '\0\0\0\x14ftyp3gp5'],
    ['video/x-msvideo', 'RIFF\x24\0\0\0AVI LIST'],
    ['video/x-matroska', '\x1a\x45\xdf\xa3\x01\0\0\0\0\0\0\x1fB\x82\x88matroska'],
    ['video/webm', '\x1a\x45\xdf\xa3\x01\0\0\0\0\0\0\x1fB\x82\x84webm'],
    ['video/x-dhav', 'DHAV\xfd\0'],
    ['video/h264', '\0\0\0\x01\x67\x64\0'],
    ['video/h265', '\0\0\0\x01\x40\x01\x0c'],
    ['video/mpeg', '\0\0\x01\xba\x44'],
  ])('recognises %s by its first bytes', (type, head) => {
    expect(sniffMedia(bytes(head))).toEqual({ kind: 'clip', type })
  })

  test('recognises a transport stream by its repeated sync byte', () => {
    const stream = new Uint8Array(400)
    for (const at of [0, 188, 376]) stream[at] = 0x47
    expect(sniffMedia(stream)).toMatchObject({ kind: 'clip', type: 'video/mp2t' })
    stream[376] = 0
    expect(sniffMedia(stream).kind).toBe('unknown')
  })

  test.each(['mif1', 'heic', 'hevc'])('recognises HEIC of brand %s as a picture', (brand) => {
    expect(sniffMedia(bytes(`\0\0\0\x18ftyp${brand}`))).toEqual({ kind: 'image', type: 'image/heic' })
  })

  test.each([
    ['nothing', ''],
    ['a text', 'Alarm event: Motion Detection'],
    ['a play list that names other files', '#EXTM3U\n#EXTINF:1,\nhttp://10.0.0.1/a.ts'],
    ['a vector drawing', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a sound', 'RIFF\x24\0\0\0WAVEfmt '],
    ['a PDF', '%PDF-1.7'],
    ['a subject line that begins like a bitmap', 'BM of the site'],
  ])('returns unknown for %s', (_, head) => {
    expect(sniffMedia(bytes(head, head.length)).kind).toBe('unknown')
  })
})
