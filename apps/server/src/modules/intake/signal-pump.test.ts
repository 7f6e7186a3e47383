import { expect, it } from 'vitest'
import type { IntakeDeps } from './intake-deps.ts'
import { createSignalPump } from './signal-pump.ts'
import type { FetchedPictures } from './fetched-pictures.ts'

const ticker = { every: () => () => undefined }

it('messages that wait for pictures of a stream do not hold up others, of which only so many are read at once', async () => {
  const pictures = Promise.withResolvers<FetchedPictures>()
  const reading = Promise.withResolvers<undefined>()
  const begun: string[] = []
  const deps = { ticker, fetchStreamPictures: () => pictures.promise } as unknown as IntakeDeps
  const pump = createSignalPump(deps, async ({ fetchStreamPictures }, id) => {
    begun.push(id)
    await (id.startsWith('hybrid') ? fetchStreamPictures?.('view', 'company') : reading.promise)
  })
  for (let count = 0; count < 16; count++) pump.push(`hybrid ${count}`)
  for (let count = 0; count < 6; count++) pump.push(`other ${count}`)
  const others = begun.filter((id) => id.startsWith('other'))
  expect(others.length).toBeGreaterThanOrEqual(1)
  expect(others.length).toBeLessThanOrEqual(4)
  reading.resolve(undefined)
  pictures.resolve({ pictures: [] })
  await pump.stop()
})

it('so many messages that wait for pictures take lanes like all others', async () => {
  const pictures = Promise.withResolvers<FetchedPictures>()
  const begun: string[] = []
  const deps = { ticker, fetchStreamPictures: () => pictures.promise } as unknown as IntakeDeps
  const pump = createSignalPump(deps, async ({ fetchStreamPictures }, id) => {
    begun.push(id)
    await fetchStreamPictures?.('view', 'company')
  })
  for (let count = 0; count < 30; count++) pump.push(`hybrid ${count}`)
  expect(begun.length).toBeLessThanOrEqual(20)
  pictures.resolve({ pictures: [] })
  await pump.stop()
})
