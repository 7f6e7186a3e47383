import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createStoredStore } from './stored.ts'

const make = () => createStoredStore('winnow.test', z.enum(['a', 'b']), 'a')

test('a stored value survives a reload', () => {
  make().set('b')
  expect(make().get()).toBe('b')
})

test.each(['{', '"c"', '7', 'null'])('a stored value is the default when the storage holds %s', (text) => {
  localStorage.setItem('winnow.test', text)
  expect(make().get()).toBe('a')
})

test('a stored value follows a change in another tab', () => {
  const store = make()
  const heard = vi.fn<() => void>()
  store.subscribe(heard)
  localStorage.setItem('winnow.test', '"b"')
  dispatchEvent(new StorageEvent('storage', { key: 'winnow.test' }))
  expect(store.get()).toBe('b')
  dispatchEvent(new StorageEvent('storage', { key: 'other' }))
  expect(heard).toHaveBeenCalledTimes(1)
})

test('a stored value can be changed without storage while the page is open', () => {
  const refused = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const store = make()
  store.set((value) => (value === 'a' ? 'b' : 'a'))
  expect(store.get()).toBe('b')
  refused.mockRestore()
})
