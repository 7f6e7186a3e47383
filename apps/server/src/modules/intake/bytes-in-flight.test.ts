import { describe, expect, it } from 'vitest'
import { createBytesInFlight, TooManyBytesError } from './bytes-in-flight.ts'

/** A body that yields ten bytes at a time. */
async function* tens(times: number) {
  for (let sent = 0; sent < times; sent += 1) yield new Uint8Array(10)
}

async function read(body: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0
  for await (const chunk of body) bytes += chunk.length
  return bytes
}

/** Reads the first ten bytes of a body, and returns functions that read the next ten or end it. */
async function begin(body: AsyncIterable<Uint8Array>) {
  const iterator = body[Symbol.asyncIterator]()
  await iterator.next()
  return { next: () => iterator.next(), end: () => iterator.return?.() }
}

/** A counter with this limit that counts all bytes of a message. Each body has its own address unless one is given. */
const room = (mostBytes: number) => {
  const bytesInFlight = createBytesInFlight(mostBytes, 0)
  let address = 0
  return { count: (body: AsyncIterable<Uint8Array>, of = `address ${address++}`) => bytesInFlight.count(body, of) }
}

describe('bytes in memory', () => {
  it('are refused to a message that would exceed the limit, and become free when another message ends', async () => {
    const { count } = room(30)
    const [first, second] = [await begin(count(tens(9))), await begin(count(tens(9)))]
    await first.next()
    await expect(second.next()).rejects.toBeInstanceOf(TooManyBytesError)
    // The refused message released its bytes.
    await first.next()
    await expect(read(count(tens(1)))).rejects.toBeInstanceOf(TooManyBytesError)
    await first.end()
    expect(await read(count(tens(3)))).toBe(30)
  })

  it('are not limited for a single message', async () => {
    expect(await read(room(30).count(tens(50)))).toBe(500)
  })

  it('are limited to half for all messages of one address, which leaves the rest to others', async () => {
    const { count } = room(60)
    await begin(count(tens(9), 'flood'))
    const second = await begin(count(tens(9), 'flood'))
    await second.next()
    await expect(second.next()).rejects.toBeInstanceOf(TooManyBytesError)
    const other = await begin(count(tens(9), 'other'))
    for (let more = 0; more < 4; more++) await other.next()
    await expect(other.next()).rejects.toBeInstanceOf(TooManyBytesError)
  })

  it('are not counted for the beginning of a message, so that an ordinary message is always accepted', async () => {
    const bytesInFlight = createBytesInFlight(20, 20)
    const count: typeof bytesInFlight.count = (body, address) => bytesInFlight.count(body, address)
    const large = await begin(count(tens(9), 'large'))
    for (let more = 0; more < 3; more++) await large.next()
    expect(await read(count(tens(2), 'ordinary'))).toBe(20)
    expect(await read(count(tens(2), 'large'))).toBe(20)
    await expect(read(count(tens(3), 'ordinary'))).rejects.toBeInstanceOf(TooManyBytesError)
  })

  it('are released when a body ends with an error', async () => {
    const { count } = room(10)
    const broken = count(
      (async function* () {
        yield* tens(1)
        throw new Error('connection lost')
      })(),
    )
    await expect(read(broken)).rejects.toThrow('connection lost')
    expect(await read(count(tens(1)))).toBe(10)
  })
})
