import type { FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** The console's public address uses TLS, here or at a proxy. */
    publicIsTls?: boolean
  }
}

/**
 * Whether the browser uses TLS: directly, through a trusted proxy that says so, or because the console's public address does. A proxy that
 * does not say so must not weaken the cookies.
 */
const isSecure = ({ protocol, server }: FastifyRequest): boolean => protocol === 'https' || server.publicIsTls === true

/** Over TLS the prefix prevents other subdomains from setting this cookie. It requires Secure and the root path. */
const nameOf = (name: string, request: FastifyRequest): string => (isSecure(request) ? `__Host-${name}` : name)

export const readHostCookie = (request: FastifyRequest, name: string): string | undefined =>
  request.cookies[nameOf(name, request)]

/**
 * Sets a cookie. HttpOnly hides it from scripts, Lax keeps other sites from sending it, and Secure is set wherever TLS is used. Without
 * `maxAge` (seconds) it ends with the browser.
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
