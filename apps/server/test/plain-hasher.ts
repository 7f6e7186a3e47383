import type { PasswordHasher } from '../src/platform/crypto/password-hasher.ts'

/** The text that {@link plainHasher} stores for a password. */
export const plainHash = (password: string): string => `hash of ${password}`

/** An instant hasher, for tests that try many passwords. */
export const plainHasher: PasswordHasher = {
  hash: async (password) => plainHash(password),
  verify: async (stored, password) => stored === plainHash(password),
  isOutdated: () => false,
}
