import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { registerSecretsIn } from '../register-secrets.ts'
import { deriveKey, findKey, type KeyRing, type MasterKey, newestKey } from './key-ring.ts'

const VERSION = 's1'
const ENVELOPE = /^s1\.([a-z0-9]{8})\.([\w-]+)$/
const NONCE_BYTES = 12
const TAG_BYTES = 16

const sealingKeys = new WeakMap<MasterKey, Buffer>()

/** The key that seals, derived once from each master key: an import seals thousands of texts. */
function sealingKeyOf(key: MasterKey): Buffer {
  const known = sealingKeys.get(key) ?? deriveKey(key, 'seal')
  sealingKeys.set(key, known)
  return known
}

/** A sealed secret cannot be opened: its key is not in the ring, it was changed, or it belongs to another context. */
export class SealedSecretError extends Error {
  override readonly name = 'SealedSecretError'
  readonly reason: 'unknown_key' | 'damaged'

  constructor(reason: 'unknown_key' | 'damaged') {
    super(reason === 'unknown_key' ? 'the key of a sealed secret is not in the key file' : 'a sealed secret is damaged')
    this.reason = reason
  }
}

/**
 * Encrypts a secret for storage (AES-256-GCM under the newest key).
 *
 * @param context where the secret is stored, such as `receiver:0199…:config`. It is authenticated with the text, so a sealed secret that
 *   was copied into another row (for example of another tenant) does not open there. Opening requires the same context.
 * @returns `s1.<key id>.<base64url of nonce, ciphertext and tag>`
 */
export function sealSecret(ring: KeyRing, plain: string, context: string): string {
  const key = newestKey(ring)
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', sealingKeyOf(key), nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(additionalData(key.id, context))
  const sealed = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${VERSION}.${key.id}.${sealed.toString('base64url')}`
}

/**
 * Decrypts a secret of {@link sealSecret} with the key of the ring that sealed it. From then on the log masks the decrypted text.
 * @throws SealedSecretError
 */
export function openSecret(ring: KeyRing, sealed: string, context: string): string {
  const plain = openNote(ring, sealed, context)
  registerSecretsIn(plain)
  return plain
}

/**
 * Like {@link openSecret}, but for data that somebody else stores for us, such as a browser. The log does not mask the result: a flood of
 * such data would push the real secrets out of the list of masked values.
 * @throws SealedSecretError
 */
export function openNote(ring: KeyRing, sealed: string, context: string): string {
  const [, keyId, body] = ENVELOPE.exec(sealed) ?? []
  if (keyId === undefined || body === undefined) throw new SealedSecretError('damaged')
  const key = findKey(ring, keyId)
  if (!key) throw new SealedSecretError('unknown_key')
  const bytes = Buffer.from(body, 'base64url')
  if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new SealedSecretError('damaged')
  const decipher = createDecipheriv('aes-256-gcm', sealingKeyOf(key), bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(additionalData(key.id, context))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    const bytesOpened = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
    return Buffer.concat([bytesOpened, decipher.final()]).toString('utf8')
  } catch {
    throw new SealedSecretError('damaged')
  }
}

/**
 * Seals a secret again under the newest key, or returns undefined when that key has sealed it already.
 * @throws SealedSecretError
 */
export function resealSecret(ring: KeyRing, sealed: string, context: string): string | undefined {
  if (sealed.startsWith(`${VERSION}.${newestKey(ring).id}.`)) return undefined
  return sealSecret(ring, openSecret(ring, sealed, context), context)
}

function additionalData(keyId: string, context: string): Buffer {
  return Buffer.from(`${VERSION}\0${keyId}\0${context}`)
}
