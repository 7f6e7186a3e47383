import type { FastifyReply, FastifyRequest } from 'fastify'

/** Over TLS the prefix keeps neighbours on other subdomains from planting a cookie of theirs. */
const nameOf = (secure: boolean): string => (secure ? '__Host-winnow_session' : 'winnow_session')
const isSecure = ({ protocol }: FastifyRequest): boolean => protocol === 'https'

/** How long a session lives that the user asked to keep, and one that ends with the browser. */
export const KEPT_DAYS = 30
export const IDLE_HOURS = 12

export function readSessionCookie(request: FastifyRequest): string | undefined {
  return request.cookies[nameOf(isSecure(request))]
}

/** HttpOnly keeps scripts away from it, Lax keeps other sites from sending it, Secure is set wherever TLS is. */
export function setSessionCookie(
  reply: FastifyReply,
  token: string,
  options: { keep: boolean; secure: boolean },
): void {
  void reply.setCookie(nameOf(options.secure), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: options.secure,
    ...(options.keep ? { maxAge: KEPT_DAYS * 86_400 } : {}),
  })
}

export function clearSessionCookie(reply: FastifyReply): void {
  const secure = isSecure(reply.request)
  void reply.clearCookie(nameOf(secure), { path: '/', secure })
}
