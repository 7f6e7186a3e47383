import type { PasswordHasher } from '../src/platform/crypto/password-hasher.ts'

/** What {@link plainHasher} stores of a password. */
export const plainHash = (password: string): string => `hash of ${password}`

/** Takes no time, for tests that try many passwords. */
export const plainHasher: PasswordHasher = {
  hash: async (password) => plainHash(password),
  verify: async (stored, password) => stored === plainHash(password),
  isOutdated: () => false,
}
