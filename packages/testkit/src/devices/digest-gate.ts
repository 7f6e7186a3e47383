import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** Who may use a device. */
export interface DeviceUser {
  user: string
  password: string
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

/** Reads `name="value"` pairs of a header. */
const fieldsOf = (header: string): Map<string, string> =>
  new Map(
    [...header.matchAll(/(\w+)=(?:"([^"]*)"|([^\s,]+))/g)].map(([, name = '', quoted, plain]) => [
      name,
      quoted ?? plain ?? '',
    ]),
  )

/** The login of a device (RFC 7616, MD5 with `qop=auth`). It locks after some wrong passwords, as devices do. */
export function createDigestGate(who: DeviceUser, { mostWrong = 7 } = {}) {
  const realm = 'IP Camera(75)'
  const nonces = new Set<string>()
  let wrong = 0
  const isRight = (request: IncomingMessage, header: string): boolean => {
    const get = (name: string): string => fieldsOf(header).get(name) ?? ''
    if (!header.startsWith('Digest ') || get('username') !== who.user || !nonces.has(get('nonce'))) return false
    if (get('uri') !== request.url) return false
    const secret = md5(`${who.user}:${realm}:${who.password}`)
    const target = md5(`${request.method}:${get('uri')}`)
    return get('response') === md5(`${secret}:${get('nonce')}:${get('nc')}:${get('cnonce')}:auth:${target}`)
  }
  return {
    /** How many requests came with a wrong login. */
    wrong: () => wrong,
    /** Whether a request may go on. Otherwise it has been answered. */
    admits(request: IncomingMessage, response: ServerResponse): boolean {
      const { authorization } = request.headers
      const isLocked = wrong >= mostWrong
      if (!isLocked && authorization !== undefined && isRight(request, authorization)) return true
      if (authorization !== undefined) wrong += 1
      const nonce = randomBytes(16).toString('hex')
      nonces.add(nonce)
      response.writeHead(401, {
        'WWW-Authenticate': `Digest qop="auth", realm="${realm}", nonce="${nonce}", stale="FALSE"`,
        'Content-Type': 'text/html',
      })
      response.end('<!DOCTYPE html><html><body>Unauthorized</body></html>')
      return false
    },
  }
}
