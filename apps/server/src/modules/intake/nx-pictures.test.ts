import type { Guard, GuardedResponse } from '@winnow/delivery'
import { storedNxEvent } from '@winnow/intake'
import { createFakeClock } from '@winnow/testkit'
import { afterEach, expect, it, vi } from 'vitest'
import { createNxPictures } from './nx-pictures.ts'

afterEach(() => vi.restoreAllMocks())

const clock = createFakeClock(new Date())
const EVENT = storedNxEvent(
  {
    systemId: 'sys-1',
    serverId: '',
    cameraId: 'cam-1',
    cameraName: '',
    alarmType: 'analyticsSdkEvent',
    alarmName: '',
    actionType: '',
    alarmEventId: '',
    description: '',
    at: null,
  },
  null,
  '',
)
const server = (id: string) => ({ id, address: { host: id, port: 7001, user: 'u', password: 'p', fingerprint: '' } })

it('a server that was not asked, because the time was used up by the one before it, is asked for the next event', async () => {
  const times: AbortController[] = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const time = new AbortController()
    times.push(time)
    return time.signal
  })
  const asked: string[] = []
  const fetch: Guard['fetch'] = async (url): Promise<GuardedResponse> => {
    const { hostname } = new URL(url)
    asked.push(hostname)
    // The first server hangs until all the time is over.
    if (hostname === 'first') times.at(-1)?.abort()
    return { ok: false, code: hostname === 'first' ? 'timeout' : 'connect', detail: '' }
  }
  const fetchPictures = createNxPictures({
    findNxServers: async () => [server('first'), server('second')],
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else of the guard is used
    cameraGuard: { fetch } as Guard,
    clock,
  })
  await fetchPictures(EVENT, 'company', clock.now())
  expect(asked).toEqual(['first'])
  await fetchPictures(EVENT, 'company', clock.now())
  expect(asked).toEqual(['first', 'second'])
})
