import { createHash } from 'node:crypto'
import type { Challenge } from './challenge.ts'

export interface LoginRequest {
  method: string
  /** The target as it stands in the request line. */
  uri: string
  user: string
  password: string
  /** Random text of the client, so that a device cannot choose the whole input of the hash. */
  cnonce: string
  /** How often the device's nonce was used, from 1. Default: once. */
  count?: number
}

const HASHES: Readonly<Record<string, 'md5' | 'sha256'>> = { md5: 'md5', 'sha-256': 'sha256' }

const quote = (text: string): string => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`

/** The answer to a Digest challenge (RFC 7616), without `qop` too (RFC 2069), as old cameras ask it. Undefined if it asks something else. */
function digest(
  { params }: Challenge,
  { method, uri, user, password, cnonce, count: uses = 1 }: LoginRequest,
): string | undefined {
  const algorithm = params.get('algorithm') ?? 'MD5'
  const name = algorithm.toLowerCase()
  const hash = Object.hasOwn(HASHES, name) ? HASHES[name] : undefined
  const nonce = params.get('nonce')
  const realm = params.get('realm') ?? ''
  if (hash === undefined || nonce === undefined) return undefined
  const qops = (params.get('qop') ?? '').split(',').map((each) => each.trim().toLowerCase())
  const hasQop = qops.includes('auth')
  if (!hasQop && params.has('qop')) return undefined
  const of = (text: string): string => createHash(hash).update(text).digest('hex')
  const secret = of(`${user}:${realm}:${password}`)
  const target = of(`${method}:${uri}`)
  const count = uses.toString(16).padStart(8, '0')
  const response = hasQop
    ? of(`${secret}:${nonce}:${count}:${cnonce}:auth:${target}`)
    : of(`${secret}:${nonce}:${target}`)
  const opaque = params.get('opaque')
  return [
    `Digest username=${quote(user)}`,
    `realm=${quote(realm)}`,
    `nonce=${quote(nonce)}`,
    `uri=${quote(uri)}`,
    ...(params.has('algorithm') ? [`algorithm=${algorithm}`] : []),
    ...(hasQop ? ['qop=auth', `nc=${count}`, `cnonce=${quote(cnonce)}`] : []),
    `response="${response}"`,
    ...(opaque === undefined ? [] : [`opaque=${quote(opaque)}`]),
  ].join(', ')
}

/**
 * The `Authorization` header that answers a device's challenges: Digest if it is offered, else Basic. Undefined if it offers neither.
 */
export function authorize(challenges: readonly Challenge[], request: LoginRequest): string | undefined {
  for (const challenge of challenges) {
    const answer = challenge.scheme === 'digest' ? digest(challenge, request) : undefined
    if (answer !== undefined) return answer
  }
  // A device that asks for Digest in a form unknown here must not get the password itself.
  const wantsDigest = challenges.some(({ scheme }) => scheme === 'digest')
  if (wantsDigest || !challenges.some(({ scheme }) => scheme === 'basic')) return undefined
  return `Basic ${Buffer.from(`${request.user}:${request.password}`).toString('base64')}`
}
