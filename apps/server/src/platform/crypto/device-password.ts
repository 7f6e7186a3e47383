import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { newLowercaseToken } from './tokens.ts'

const PREFIX = '$sha256$'
const SALT_BYTES = 16

const digest = (salt: string, password: string): Buffer => createHash('sha256').update(`${salt}\n${password}`).digest()

/** Makes a password for a device: 16 letters and digits, 78 random bits, which somebody can still type into a camera. */
export const newDevicePassword = (): string => newLowercaseToken(16)

/**
 * What is stored of a password from {@link newDevicePassword}: salted SHA-256. It is fast on purpose, because devices log in with every mail
 * and 78 random bits cannot be guessed whatever a hash costs. Passwords that people choose go through `PasswordHasher`.
 */
export function hashDevicePassword(password: string): string {
  const salt = randomBytes(SALT_BYTES).toString('base64url')
  return `${PREFIX}${salt}$${digest(salt, password).toString('base64url')}`
}

/** Whether a stored hash is one of {@link hashDevicePassword}. Earlier releases stored argon2 hashes. */
export const isDeviceHash = (stored: string): boolean => stored.startsWith(PREFIX)

// So that the password of an unknown name is hashed and compared like that of a known one.
const decoy = hashDevicePassword(newDevicePassword())

/** Whether the password is the one stored. Without a stored device hash it does the same work and says no. */
export function verifyDevicePassword(stored: string | undefined, password: string): boolean {
  const known = stored !== undefined && isDeviceHash(stored)
  const [salt = '', hash = ''] = (known ? stored : decoy).slice(PREFIX.length).split('$')
  const [wanted, given] = [Buffer.from(hash, 'base64url'), digest(salt, password)]
  return wanted.length === given.length && timingSafeEqual(wanted, given) && known
}
