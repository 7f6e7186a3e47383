import { expect, it } from 'vitest'
import { createBytesInFlight, TooManyBytesError } from './bytes-in-flight.ts'
import { readWholeBody } from './read-whole-body.ts'

async function* pieces(count: number, bytes: number, more?: Promise<void>) {
  for (let piece = 0; piece < count; piece++) yield new Uint8Array(bytes)
  await more
}

it('small bodies that arrive together are held in memory up to the limit only', async () => {
  const held = createBytesInFlight(100, 0)
  const end = Promise.withResolvers<void>()
  const slow = ['a', 'b', 'c'].map((address) => readWholeBody(pieces(3, 10, end.promise), held, address, 100))
  await new Promise(setImmediate)
  await expect(readWholeBody(pieces(2, 10), held, 'd', 100)).rejects.toBeInstanceOf(TooManyBytesError)
  end.resolve()
  expect((await Promise.all(slow)).map(({ length }) => length)).toEqual([30, 30, 30])
  expect(await readWholeBody(pieces(2, 10), held, 'd', 100)).toHaveLength(20)
})

it('a body that is too large is not read to its end', async () => {
  const body = pieces(40, 10)
  await expect(readWholeBody(body, createBytesInFlight(1, 0), 'a', 160)).rejects.toMatchObject({ code: 'TOO_LARGE' })
})

it('a request without a body is an empty message', async () => {
  expect(await readWholeBody(undefined, createBytesInFlight(1, 0), 'a', 100)).toHaveLength(0)
})
