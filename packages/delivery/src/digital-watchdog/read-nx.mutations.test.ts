import { createRandom } from '@winnow/testkit'
import { expect, it } from 'vitest'
import { readLog } from './read-nx-log.ts'
import { readCameras, readServers, readSystem } from './read-nx.ts'

const SEEDS = [
  [
    {
      timestampMs: 1_781_247_975_053,
      eventData: { eventType: 'analyticsSdkEvent', caption: 'Fence', eventTypeId: 'nx.Line', deviceIds: ['{AB}'] },
      actionData: { actionType: 'execHttpRequestAction' },
    },
  ],
  { reply: [{ id: '{AB}', name: 'Gate', serverId: '{CD}', deviceType: 'Camera', group: { name: 'Recorder' } }] },
  [{ id: '{CD}', name: 'Server 1', status: 'Online' }],
  { reply: { name: 'Harbour', localId: '{EF}' } },
]
const PARTS = [
  '"',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '1e999',
  '-8e15',
  '9e18',
  'null',
  '"x"',
  '\\u0000',
  '\\ud800',
  '\\u2028',
]

it('reads 3,000 mutated answers in 2 s, and times, ids and names have their form', () => {
  const random = createRandom('answers of Nx')
  const below = (most: number) => Math.floor(random.next() * most)
  const from = process.threadCpuUsage()
  let whole = 0
  for (let n = 0; n < 3_000; n += 1) {
    let text = JSON.stringify(SEEDS[n % SEEDS.length])
    for (let cuts = below(4); cuts >= 0; cuts -= 1) {
      const at = below(text.length + 1)
      text = text.slice(0, at) + (PARTS[below(PARTS.length)] ?? '') + text.slice(at + below(4))
    }
    let answer: unknown
    try {
      answer = JSON.parse(text)
    } catch {
      continue
    }
    whole += 1
    const logged = readLog(answer) ?? []
    for (const { at } of logged) expect(Number.isNaN(at.getTime())).toBe(false)
    const [cameras, servers, system] = [readCameras(answer) ?? [], readServers(answer) ?? [], readSystem(answer)]
    const ids = [
      ...logged.flatMap(({ cameraId, serverId }) => [cameraId, serverId]),
      ...cameras.flatMap(({ id, serverId }) => [id, serverId]),
      ...servers.map(({ id }) => id),
      system?.id ?? '',
    ]
    for (const id of ids) expect(id).toMatch(/^[^{}\s\p{Cc}]{0,100}$/u)
    const names = [...logged.map(({ alarmName }) => alarmName), ...cameras.map(({ name }) => name), system?.name ?? '']
    for (const name of names) {
      expect(name).toMatch(/^[^\p{Cc}\p{Zl}\p{Zp}]{0,200}$/u)
      expect(name.isWellFormed()).toBe(true)
    }
  }
  const { user, system } = process.threadCpuUsage(from)
  expect((user + system) / 1_000).toBeLessThan(2_000)
  expect(whole).toBeGreaterThan(300)
})
