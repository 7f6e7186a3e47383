import type { FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'

const foreign = () => new AppError('CROSS_SITE', 'This request must come from the console itself')
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
  if (site !== undefined && site !== 'none') throw foreign()
  if (request.headers['x-requested-with'] !== undefined) return
  if (request.headers.cookie === undefined) return
  throw new AppError('CROSS_SITE', 'Send the header X-Requested-With with requests that change something')
}

/**
 * The live stream stays open for hours, so only our own pages may open one. Without our consent (CORS) other pages could not read it
 * anyway. Browsers send Origin on a GET only for other origins; programs send neither header.
 */
export function refuseForeignPage(request: FastifyRequest): void {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site === 'same-origin') return
  if (site !== undefined && site !== 'none') throw foreign()
  if (origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== request.host)) throw foreign()
}
