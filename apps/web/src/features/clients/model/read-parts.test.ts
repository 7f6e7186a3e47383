import { expect, test } from 'vitest'
import { PartsError, readParts } from './read-parts.ts'

const part = (bytes: number[]) =>
  Buffer.concat([
    Buffer.from(`--picture\r\nContent-Type: image/jpeg\r\nContent-Length: ${bytes.length}\r\n\r\n`),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ])

async function read(bytes: Buffer, size: number): Promise<number[][]> {
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield new Uint8Array(bytes.subarray(at, at + size))
  }
  const parts: number[][] = []
  for await (const one of readParts(chunks())) parts.push([...one])
  return parts
}

// The second picture holds what looks like the end of a head.
const BOTH = Buffer.concat([part([1, 2, 3]), part([13, 10, 13, 10, 9])])

test.each([1, 3, 64, 1_000])('parts are read from chunks of %i bytes', async (size) => {
  expect(await read(BOTH, size)).toEqual([
    [1, 2, 3],
    [13, 10, 13, 10, 9],
  ])
})

test('a part that was cut off is left out', async () => {
  expect(await read(BOTH.subarray(0, -4), 1_000)).toEqual([[1, 2, 3]])
})

test.each([
  ['no length', '--picture\r\n\r\n'],
  ['a length beyond any picture', '--picture\r\nContent-Length: 99999999999\r\n\r\n'],
  ['a head without an end', 'x'.repeat(5_000)],
])('%s is refused', async (_name, text) => {
  await expect(read(Buffer.from(text), 1_000)).rejects.toThrow(PartsError)
})
