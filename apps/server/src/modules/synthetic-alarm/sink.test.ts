import { createGuard } from '@winnow/delivery'
import { afterEach, expect, it, vi } from 'vitest'
import { sinkUrl } from './sink-address.ts'
import { createSink } from './sink.ts'

const guard = createGuard({ allowedNetworks: [], ownAddresses: [], allowedPorts: 'any' })
const sink = createSink()
afterEach(async () => {
  await sink.close()
  await guard.close()
})

it('is reached by its own address only: no message of another receiver seems to be delivered there', async () => {
  const past = vi.fn<typeof guard.fetch>().mockRejectedValue(new Error('not known'))
  await sink.open(
    async () => undefined,
    async (token) => token === 'own',
  )
  const through = sink.through({ ...guard, fetch: past })
  const request = { method: 'POST' as const, body: '{}' }
  expect(await through.fetch(sinkUrl('own'), request)).toMatchObject({ ok: true, status: 204 })
  expect(past).not.toHaveBeenCalled()
  await expect(through.fetch(sinkUrl('other'), request)).rejects.toThrow('not known')
  await expect(through.fetch('https://station.example/own', request)).rejects.toThrow('not known')
  expect(past).toHaveBeenCalledTimes(2)
})
