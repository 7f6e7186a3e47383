import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * A random token in base64url. 32 bytes (43 characters) cannot be guessed; addresses that people may have to type can be
 * shorter but never below 10 bytes.
 */
export function newToken(bytes = 32): string {
  if (bytes < 10) throw new RangeError('a token needs at least 10 random bytes')
  return randomBytes(bytes).toString('base64url')
}

/**
 * A random token of lower-case letters and digits without the ones that look alike (0 o 1 l i u): for parts of mail addresses,
 * which cameras' web pages may change to one case. 30 letters: 20 characters carry 98 bits.
 */
export function newLowercaseToken(length = 20): string {
  const alphabet = 'abcdefghjkmnpqrstvwxyz23456789'
  let token = ''
  while (token.length < length) {
    for (const byte of randomBytes(length)) {
      // Bytes beyond the last whole multiple of the alphabet's length are skipped. A plain remainder would favour the first letters.
      if (byte < 256 - (256 % alphabet.length) && token.length < length) token += alphabet[byte % alphabet.length]
    }
  }
  return token
}

/**
 * The stored form of a token: SHA-256 in hex. A fast hash is enough, since tokens are random and cannot be guessed. Passwords use
 * `PasswordHasher`.
 */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Compares two strings in a time that does not depend on where they differ. */
export function isSameSecret(a: string, b: string): boolean {
  const left = createHash('sha256').update(a).digest()
  const right = createHash('sha256').update(b).digest()
  return timingSafeEqual(left, right)
}
