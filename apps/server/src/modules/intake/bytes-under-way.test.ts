import { describe, expect, it } from 'vitest'
import { createBytesUnderWay, TooMuchUnderWayError } from './bytes-under-way.ts'

/** A body that sends ten bytes each time it is asked. */
async function* tens(times: number) {
  for (let sent = 0; sent < times; sent += 1) yield new Uint8Array(10)
}

async function read(body: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0
  for await (const chunk of body) bytes += chunk.length
  return bytes
}

/** Has a body send its first ten bytes, and no more until it is told to end. */
async function begin(body: AsyncIterable<Uint8Array>) {
  const iterator = body[Symbol.asyncIterator]()
  await iterator.next()
  return { next: () => iterator.next(), end: () => iterator.return?.() }
}

describe('bytes under way', () => {
  it('are refused to the message that would be too much beside others, and are free again when one ends', async () => {
    const room = createBytesUnderWay(30)
    const [first, second] = [await begin(room.count(tens(9))), await begin(room.count(tens(9)))]
    await first.next()
    await expect(second.next()).rejects.toBeInstanceOf(TooMuchUnderWayError)
    // The refused one gave its bytes back.
    await first.next()
    await expect(read(room.count(tens(1)))).rejects.toBeInstanceOf(TooMuchUnderWayError)
    await first.end()
    expect(await read(room.count(tens(3)))).toBe(30)
  })

  it('let a single message through, however large', async () => {
    expect(await read(createBytesUnderWay(30).count(tens(50)))).toBe(500)
  })

  it('are given back by a body that breaks', async () => {
    const room = createBytesUnderWay(10)
    const broken = room.count(
      (async function* () {
        yield* tens(1)
        throw new Error('connection lost')
      })(),
    )
    await expect(read(broken)).rejects.toThrow('connection lost')
    expect(await read(room.count(tens(1)))).toBe(10)
  })
})
