import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { BusyError, createGate } from './gate.ts'
import { createPasswordHasher } from './password-hasher.ts'
import { hashToken, isSameSecret, newLowercaseToken, newToken } from './tokens.ts'

const hasher = createPasswordHasher()

test('a password is stored as argon2id and verified, and another password is refused', async () => {
  const stored = await hasher.hash('Correct-Horse-1')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=65536,t=2,p=1\$/)
  expect(await hasher.verify(stored, 'Correct-Horse-1')).toBe(true)
  expect(await hasher.verify(stored, 'correct-horse-1')).toBe(false)
})

test('without a stored hash every password is refused, after the same work', async () => {
  expect(await hasher.verify(undefined, 'nobody has this password')).toBe(false)
})

test('a stored text that is not a hash is an error', async () => {
  await expect(hasher.verify('plain', 'plain')).rejects.toThrow(/decod/i)
})

test('a hash with weaker parameters is outdated', async () => {
  expect(hasher.isOutdated(await hash('x', { memoryCost: 19_456, timeCost: 2 }))).toBe(true)
  const argon2i = '$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$Xq3PVGkmUlR1pZ2OoR9QwmFYVzHpvHVyx8pmTTuKnkM'
  expect(hasher.isOutdated(argon2i)).toBe(true)
  expect(hasher.isOutdated(await hasher.hash('x'))).toBe(false)
})

test('a gate limits parallel work, keeps the order of waiting work, and rejects further work', async () => {
  const gate = createGate({ parallel: 2, waiting: 2 })
  const releases: (() => void)[] = []
  const order: number[] = []
  const enter = (n: number) =>
    gate.run(async () => {
      order.push(n)
      await new Promise<void>((resolve) => releases.push(resolve))
      return n
    })
  const work = [enter(1), enter(2), enter(3), enter(4)]
  await expect(enter(5)).rejects.toThrow(BusyError)
  expect(order).toEqual([1, 2])
  for (let done = 0; done < 4; done++) {
    releases[done]?.()
    // oxlint-disable-next-line no-await-in-loop -- the calls end one after another
    await work[done]
  }
  expect(await Promise.all(work)).toEqual([1, 2, 3, 4])
  expect(order).toEqual([1, 2, 3, 4])
})

test('a gate opens again after work that failed', async () => {
  const gate = createGate({ parallel: 1, waiting: 1 })
  const failed = gate.run(() => Promise.reject(new Error('no')))
  const next = gate.run(() => Promise.resolve('yes'))
  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('yes')
})

test('tokens are random, url-safe, and stored as hashes', () => {
  expect(newToken()).toMatch(/^[\w-]{43}$/)
  expect(newToken()).not.toBe(newToken())
  expect(() => newToken(4)).toThrow(RangeError)
  expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  expect(isSameSecret('abc', 'abc')).toBe(true)
  expect(isSameSecret('abc', 'abcd')).toBe(false)
})

test('lower-case tokens use each of their letters about equally often', () => {
  const counts = new Map<string, number>()
  for (const letter of newLowercaseToken(60_000)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  expect([...counts.keys()].toSorted().join('')).toBe('23456789abcdefghjkmnpqrstvwxyz')
  // 2,000 of each letter are expected; six standard deviations are 264. A plain remainder would give 16 letters 12 % more.
  for (const count of counts.values()) expect(Math.abs(count - 2_000)).toBeLessThan(264)
})
