import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { newLowercaseToken } from './tokens.ts'

const PREFIX = '$sha256$'
const SALT_BYTES = 16

const digest = (salt: string, password: string): Buffer => createHash('sha256').update(`${salt}\n${password}`).digest()

/** Makes a password for a device: 16 letters and digits with 78 random bits. People can still type it into a camera. */
export const newDevicePassword = (): string => newLowercaseToken(16)

/**
 * The stored form of a password from {@link newDevicePassword}: salted SHA-256. A fast hash is enough, since 78 random bits cannot be
 * guessed, and devices log in with every mail. Passwords that people choose use `PasswordHasher`.
 */
export function hashDevicePassword(password: string): string {
  const salt = randomBytes(SALT_BYTES).toString('base64url')
  return `${PREFIX}${salt}$${digest(salt, password).toString('base64url')}`
}

/** Whether a stored hash was made by {@link hashDevicePassword}. Earlier releases stored argon2 hashes. */
export const isDeviceHash = (stored: string): boolean => stored.startsWith(PREFIX)

// Used for unknown names, so that checking them takes the same work as checking known names.
const decoy = hashDevicePassword(newDevicePassword())

/** Whether the password matches. Without a stored device hash it does the same work and returns false. */
export function verifyDevicePassword(stored: string | undefined, password: string): boolean {
  const known = stored !== undefined && isDeviceHash(stored)
  const [salt = '', hash = ''] = (known ? stored : decoy).slice(PREFIX.length).split('$')
  const [wanted, given] = [Buffer.from(hash, 'base64url'), digest(salt, password)]
  return wanted.length === given.length && timingSafeEqual(wanted, given) && known
}
