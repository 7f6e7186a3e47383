import { NOTE_MAX } from '@winnow/contract'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { buildUser } from '../../testing/build-user.ts'
import { countNoteDrafts, noteDraftsStore, setNoteDraft } from './note-drafts.ts'
import { sessionEnded, sessionExpired, sessionStarted } from './session-store.ts'

const ada = buildUser()
const eve = buildUser({ id: '01900000-0000-7000-8000-0000000000ee' })
const DAY_MS = 24 * 60 * 60 * 1000
const textOf = (alarmId: string) => noteDraftsStore.get().get(alarmId)?.text
/** All data that this browser stores. */
const held = () => JSON.stringify(Object.entries(localStorage))
/** Simulates a reload: the session is restored, and the memory is empty. */
function reload(user = ada) {
  const kept = Object.entries(localStorage)
  sessionEnded()
  for (const [key, value] of kept) localStorage.setItem(key, value)
  sessionStarted(user)
}

beforeEach(() => sessionStarted(ada))

describe('an unsaved note', () => {
  test('is restored at its alarm after a reload', () => {
    setNoteDraft('one', 'Gate was')
    setNoteDraft('two', 'Called the')
    reload()
    expect([textOf('one'), textOf('two')]).toEqual(['Gate was', 'Called the'])
  })

  test('survives an expired session if the same user comes back', () => {
    setNoteDraft('one', 'Gate was')
    sessionExpired()
    expect(textOf('one')).toBe('Gate was')
    sessionStarted(ada)
    expect(textOf('one')).toBe('Gate was')
  })

  test('is deleted from memory and browser when its user logs out', () => {
    setNoteDraft('one', 'Gate was')
    expect(held()).toContain('Gate was')
    sessionEnded()
    expect(textOf('one')).toBeUndefined()
    expect(held()).not.toContain('Gate was')
  })

  test.each([
    ['in this page', () => sessionStarted(eve)],
    ['after a session that nobody logged out of', () => reload(eve)],
  ])('is never shown to another user who comes %s', (_how, come) => {
    setNoteDraft('one', 'Gate was')
    come()
    expect(textOf('one')).toBeUndefined()
    expect(held()).not.toContain('Gate was')
  })

  test.each(['', '  \n'])('is deleted from the browser when it is emptied to %j', (text) => {
    setNoteDraft('one', 'Gate was')
    setNoteDraft('one', text)
    expect(Object.keys(localStorage)).toEqual([])
    expect(countNoteDrafts()).toBe(0)
  })

  test('follows input and logouts in another tab', () => {
    setNoteDraft('one', 'Gate was')
    const [key = ''] = Object.keys(localStorage)
    localStorage.setItem(key, JSON.stringify([{ alarmId: 'one', text: 'Gate was open', at: Date.now() }]))
    window.dispatchEvent(new StorageEvent('storage', { key }))
    expect(textOf('one')).toBe('Gate was open')
    localStorage.removeItem(key)
    window.dispatchEvent(new StorageEvent('storage', { key }))
    expect(textOf('one')).toBeUndefined()
  })
})

describe('the stored notes', () => {
  test('are the last fifty', () => {
    const now = Date.now()
    for (let n = 0; n < 51; n++) setNoteDraft(`${n}`, `note ${n}`, now + n)
    expect(countNoteDrafts()).toBe(50)
    reload()
    expect(textOf('0')).toBeUndefined()
    expect(textOf('50')).toBe('note 50')
  })

  test('expire after thirty days', () => {
    setNoteDraft('old', 'long ago', Date.now() - 30 * DAY_MS)
    setNoteDraft('young', 'the other day', Date.now() - 29 * DAY_MS)
    reload()
    expect([textOf('old'), textOf('young')]).toEqual([undefined, 'the other day'])
  })

  test('are limited to a note’s length, and the browser asks before the rest is lost', () => {
    const asks = () => {
      const event = new Event('beforeunload', { cancelable: true })
      window.dispatchEvent(event)
      return event.defaultPrevented
    }
    setNoteDraft('one', 'x'.repeat(NOTE_MAX))
    expect(asks()).toBe(false)
    setNoteDraft('one', 'x'.repeat(NOTE_MAX + 1))
    expect(textOf('one')).toHaveLength(NOTE_MAX + 1)
    expect(asks()).toBe(true)
    reload()
    expect(textOf('one')).toHaveLength(NOTE_MAX)
  })

  test('stay in memory when the storage is full, and the browser asks before they are lost', () => {
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    setNoteDraft('one', 'Gate was')
    full.mockRestore()
    expect(textOf('one')).toBe('Gate was')
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    expect(event.defaultPrevented).toBe(true)
  })

  test.each(['{', '{"a":1}', '[{"alarmId":1}]'])('are empty if the storage holds invalid drafts: %s', (broken) => {
    setNoteDraft('one', 'Gate was')
    localStorage.setItem(Object.keys(localStorage)[0] ?? '', broken)
    reload()
    expect(noteDraftsStore.get().size).toBe(0)
  })
})
