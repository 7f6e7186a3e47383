import type { FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'

const foreign = () => new AppError('CROSS_SITE', 'This request must come from the console itself')
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Cross-site request forgery: a request that changes something and carries our cookie must come from our own pages. Browsers report this in
 * Sec-Fetch-Site. In older browsers the console sets X-Requested-With, as programs do. Other sites cannot set that header without our
 * consent (CORS). Requests without a cookie are accepted, since they have no session to abuse.
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
 * A live stream stays open for hours, so only our own pages may open one. Other pages could not read it without our consent (CORS), but it
 * would use resources. Browsers send Origin with a GET only to other origins; programs send neither header.
 */
export function refuseForeignPage(request: FastifyRequest): void {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site === 'same-origin') return
  if (site !== undefined && site !== 'none') throw foreign()
  if (origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== request.host)) throw foreign()
}
