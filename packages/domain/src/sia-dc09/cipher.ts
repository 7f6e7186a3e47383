import { createCipheriv, createDecipheriv, randomInt } from 'node:crypto'

const BLOCK = 16
const ZERO_IV = Buffer.alloc(BLOCK)
// The padding is made of letters and digits, so that it cannot contain a character that separates the parts of a message.
const PADDING = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

const nameOf = (key: Uint8Array): string => `aes-${key.length * 8}-cbc`

/**
 * Encrypts `|content` as the standard asks: random characters in front of the `|` fill it up to full blocks, then AES in CBC mode with a
 * zero vector, written as hexadecimal digits. At least one character is random: content that fills its blocks gets a whole random one.
 * @param key 16, 24 or 32 bytes
 */
export function encrypt(content: string, key: Uint8Array): string {
  const bytes = Buffer.from(`|${content}`, 'latin1')
  const fill = BLOCK - (bytes.length % BLOCK)
  const padding = Array.from({ length: fill }, () => PADDING[randomInt(PADDING.length)]).join('')
  const cipher = createCipheriv(nameOf(key), key, ZERO_IV).setAutoPadding(false)
  return Buffer.concat([cipher.update(padding, 'latin1'), cipher.update(bytes), cipher.final()])
    .toString('hex')
    .toUpperCase()
}

/** Decrypts to the content behind the first `|`; undefined if it is none that this key has made. */
export function decrypt(hex: string, key: Uint8Array): string | undefined {
  if (hex.length === 0 || hex.length % (2 * BLOCK) !== 0 || !/^[0-9A-Fa-f]+$/.test(hex)) return undefined
  const decipher = createDecipheriv(nameOf(key), key, ZERO_IV).setAutoPadding(false)
  const text = Buffer.concat([decipher.update(hex, 'hex'), decipher.final()]).toString('latin1')
  const at = text.indexOf('|')
  return at < 0 ? undefined : text.slice(at + 1)
}
