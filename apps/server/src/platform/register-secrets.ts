import type { KeyRing } from './crypto/key-ring.ts'
import { isSecretName } from './log-fields.ts'
import { registerSecret } from './secret-values.ts'

/**
 * Registers the secrets of the settings before anything can log them: passwords in addresses (database, mail server), single values (keys
 * of the media store), and the master keys.
 */
export function registerStartSecrets(secrets: {
  addresses: readonly (string | undefined)[]
  values: readonly (string | undefined)[]
  keys: KeyRing
}): void {
  for (const address of secrets.addresses) {
    const password = address === undefined ? '' : (URL.parse(address)?.password ?? '')
    registerSecret(password, { forever: true })
    registerSecret(decodeURIComponent(password), { forever: true })
  }
  for (const value of secrets.values) registerSecret(value ?? '', { forever: true })
  for (const { bytes } of secrets.keys.keys) registerSecret(bytes.toString('base64url'), { forever: true })
}

/**
 * Registers the secrets of an opened text: the text itself or, if it is JSON, every string in it below a name that marks secrets (`secret`,
 * `password`, `Authorization` …).
 */
export function registerSecretsIn(plain: string): void {
  let value: unknown
  try {
    value = JSON.parse(plain)
  } catch {
    value = plain
  }
  registerBelow(value, typeof value !== 'object')
}

function registerBelow(value: unknown, isSecret: boolean): void {
  if (isSecret && (typeof value === 'string' || typeof value === 'number')) registerSecret(String(value))
  if (Array.isArray(value)) for (const item of value) registerBelow(item, isSecret)
  else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) registerBelow(item, isSecret || isSecretName(name))
  }
}
