import { expect, it } from 'vitest'
import { hashDevicePassword, isDeviceHash, newDevicePassword, verifyDevicePassword } from './device-password.ts'

it('accepts the hashed password and refuses all others', () => {
  const password = newDevicePassword()
  const stored = hashDevicePassword(password)
  expect(isDeviceHash(stored)).toBe(true)
  expect(verifyDevicePassword(stored, password)).toBe(true)
  expect(verifyDevicePassword(stored, newDevicePassword())).toBe(false)
  expect(verifyDevicePassword(stored, '')).toBe(false)
})

it('stores two equal passwords differently, and neither in plain text', () => {
  const password = newDevicePassword()
  const [one, other] = [hashDevicePassword(password), hashDevicePassword(password)]
  expect(one).not.toBe(other)
  expect(one).not.toContain(password)
})

it.each([
  undefined,
  '',
  '$argon2id$v=19$m=65536,t=2,p=1$c2FsdHNhbHQ$aGFzaA',
  '$sha256$',
  '$sha256$salt$',
  '$sha256$salt$c2hvcnQ',
])('refuses %j for every password', (stored) => {
  for (const password of ['', 'guess', newDevicePassword()]) expect(verifyDevicePassword(stored, password)).toBe(false)
})

it('generates passwords that are easy to type: 16 letters and digits', () => {
  expect(newDevicePassword()).toMatch(/^[a-z2-9]{16}$/)
})
