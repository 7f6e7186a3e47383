import { expect, it } from 'vitest'
import { isJpeg, isMp4, readConfig, readExport, readProgress, readSession } from './read-exacq.ts'

it('a login gives a session, or says that it is refused · INTEGRATIONS-001', () => {
  expect(readSession({ success: true, sessionId: 'ab12' })).toEqual({ session: 'ab12' })
  expect(readSession({ sessionId: 'ab12' })).toEqual({ session: 'ab12' })
  for (const refused of [
    { success: false },
    { success: false, sessionId: 'ab12' },
    { sessionId: '' },
    { sessionId: null },
  ])
    expect(readSession(refused)).toBe('refused')
  // A session that could change the address it stands in is none.
  for (const other of [
    null,
    7,
    '',
    [],
    {},
    { sessionId: 7 },
    { sessionId: 'a&camera=1' },
    { sessionId: 'x'.repeat(201) },
  ])
    expect(readSession(other)).toBeUndefined()
})

it('a recorder names itself and its cameras, without those that are switched off', () => {
  const Cameras = [
    { id: 65_536, name: ' North\r\ngate ', state: 0, disabled: 0 },
    { id: '131072' },
    { id: 3, name: 'Off', disabled: 1 },
    { id: -1 },
    { id: 1.5 },
    { id: '1;2' },
    null,
    7,
  ]
  expect(readConfig({ name: 'Warehouse', Cameras })).toEqual({
    name: 'Warehouse',
    cameras: [
      { id: '65536', name: 'North gate' },
      { id: '131072', name: '131072' },
    ],
  })
  const many = Array.from({ length: 9_000 }, (_, id) => ({ id, name: 'x'.repeat(1_000) }))
  const read = readConfig({ Cameras: many })
  expect(read?.cameras).toHaveLength(5_000)
  expect(read?.cameras[0]?.name).toHaveLength(200)
  for (const other of [null, [], {}, { Cameras: {} }, { cameras: [] }]) expect(readConfig(other)).toBeUndefined()
})

it('an export has an id and a progress, or there is nothing to export', () => {
  expect(readExport({ export_id: 'a1' })).toEqual({ id: 'a1' })
  expect(readExport({ export_id: 12 })).toEqual({ id: '12' })
  for (const none of [{}, { success: false }, { export_id: '../x' }]) expect(readExport(none)).toBe('none')
  expect(readExport([])).toBeUndefined()
  expect(readProgress({ progress: '100' })).toBe(100)
  expect(readProgress({ progress: 0 })).toBe(0)
  for (const other of [{}, { progress: -1 }, { progress: 101 }, { progress: 'half' }, 7])
    expect(readProgress(other)).toBeUndefined()
})

it('pictures and clips are told by their first bytes', () => {
  expect(isJpeg(Buffer.from('ffd8ffe0', 'hex'))).toBe(true)
  expect(isJpeg(Buffer.from('<html>'))).toBe(false)
  expect(isMp4(Buffer.from('\0\0\0\x18ftypmp42'))).toBe(true)
  expect(isMp4(Buffer.from('<html><body>'))).toBe(false)
})

/** A generator with a seed, so that a failure can be repeated. */
function random(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
}

it('reads 3,000 mutated answers in 2 s, and gives only what may stand in an address', () => {
  const seeds = [
    JSON.stringify({ success: true, sessionId: 'ab12cd34', export_id: 'e1', progress: 50 }),
    JSON.stringify({ name: 'Warehouse', Cameras: [{ id: 65_536, name: 'North gate', disabled: 0 }, { id: 1 }] }),
  ]
  const parts = ['"', '{', '}', '[', ']', ',', '0', '&s=', '\\u0000', '1e999', 'null', '"id":"/../"', 'x'.repeat(5_000)]
  const next = random(226)
  const from = process.cpuUsage()
  let whole = 0
  for (let n = 0; n < 3_000; n += 1) {
    let text = seeds[n % 2] ?? ''
    for (let cuts = next(4); cuts >= 0; cuts -= 1) {
      const at = next(text.length + 1)
      text = text.slice(0, at) + (parts[next(parts.length)] ?? '') + text.slice(at + next(4))
    }
    let answer: unknown
    try {
      answer = JSON.parse(text)
    } catch {
      continue
    }
    whole += 1
    const session = readSession(answer)
    if (session && session !== 'refused') expect(session.session).toMatch(/^[\w.~-]{1,200}$/)
    const started = readExport(answer)
    if (started && started !== 'none') expect(started.id).toMatch(/^[\w.~-]{1,200}$/)
    for (const { id, name } of readConfig(answer)?.cameras ?? []) {
      expect(id).toMatch(/^\d{1,20}$/)
      expect(name).toMatch(/^[^\p{Cc}]{1,200}$/u)
    }
    expect(readProgress(answer) ?? 0).toBeLessThanOrEqual(100)
  }
  const { user, system } = process.cpuUsage(from)
  expect((user + system) / 1_000).toBeLessThan(2_000)
  expect(whole).toBeGreaterThan(100)
})
