import type { FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Cross-site request forgery: a request that changes something and carries our cookie must come from our own pages. Browsers
 * say so in Sec-Fetch-Site; older ones and programs set X-Requested-With, which no other site can without our consent (CORS).
 * Requests without a cookie have no session to abuse and pass.
 */
export function refuseCrossSite(request: FastifyRequest, options: { changesState: boolean }): void {
  if (SAFE.has(request.method) && !options.changesState) return
  const site = request.headers['sec-fetch-site']
  if (site === 'same-origin') return
  if (site !== undefined && site !== 'none')
    throw new AppError('CROSS_SITE', 'This request must come from the console itself')
  if (request.headers['x-requested-with'] !== undefined) return
  if (request.headers.cookie === undefined) return
  throw new AppError('CROSS_SITE', 'Send the header X-Requested-With with requests that change something')
}
