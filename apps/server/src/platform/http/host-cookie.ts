import type { FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the console's public address uses TLS, which this program or a proxy terminates. */
    publicIsTls?: boolean
  }
}

/**
 * Whether the browser uses TLS. It does if this connection uses TLS, if a trusted proxy reports TLS, or if the console's public address
 * uses TLS. A proxy that does not report TLS must not make the cookies less secure.
 */
const isSecure = ({ protocol, server }: FastifyRequest): boolean => protocol === 'https' || server.publicIsTls === true

/**
 * The name of the cookie. Over TLS it has a prefix, which prevents other subdomains from setting it and requires Secure and the root path.
 */
const nameOf = (name: string, request: FastifyRequest): string => (isSecure(request) ? `__Host-${name}` : name)

export const readHostCookie = (request: FastifyRequest, name: string): string | undefined =>
  request.cookies[nameOf(name, request)]

/**
 * Sets a cookie. HttpOnly hides it from scripts, Lax keeps other sites from sending it, and Secure is set wherever TLS is used. Without
 * `maxAge` (seconds) the browser deletes the cookie when it closes.
 */
export function setHostCookie(
  reply: FastifyReply,
  name: string,
  value: string,
  options: { maxAge?: number } = {},
): void {
  void reply.setCookie(nameOf(name, reply.request), value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(reply.request),
    ...options,
  })
}

export function clearHostCookie(reply: FastifyReply, name: string): void {
  void reply.clearCookie(nameOf(name, reply.request), { path: '/', secure: isSecure(reply.request) })
}
