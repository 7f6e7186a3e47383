import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * A random token in base64url. 32 bytes (43 characters) cannot be guessed. Tokens in addresses that people may have to type can be shorter,
 * but need at least 10 bytes.
 */
export function newToken(bytes = 32): string {
  if (bytes < 10) throw new RangeError('a token needs at least 10 random bytes')
  return randomBytes(bytes).toString('base64url')
}

/**
 * A random token of lower-case letters and digits without similar characters (0 o 1 l i u). Used in mail addresses, since web pages of
 * cameras may change upper and lower case. The alphabet has 30 characters, so a token of 20 has 98 random bits.
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
