import type { ServerResponse } from 'node:http'

/**
 * The browser may load scripts, pictures and data only from our origin, and embed only the players of guides. Inline styles are allowed: the
 * component library writes its colour variables into a style element.
 */
const contentSecurityPolicy = (frameHosts: readonly string[]): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    // Live views put their video together in the page.
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    `frame-src ${frameHosts.length === 0 ? "'none'" : frameHosts.map((host) => `https://${host}`).join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join(';')

const ALWAYS = [
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['origin-agent-cluster', '?1'],
  ['referrer-policy', 'no-referrer'],
  ['x-content-type-options', 'nosniff'],
  ['x-dns-prefetch-control', 'off'],
  ['x-download-options', 'noopen'],
  ['x-frame-options', 'SAMEORIGIN'],
  ['x-permitted-cross-domain-policies', 'none'],
  // Nothing that this server sends belongs into a search engine, least of all an alarm behind a public link.
  ['x-robots-tag', 'noindex, nofollow'],
  ['x-xss-protection', '0'],
] as const

/** The header that requires TLS. Browsers ignore it over plain HTTP. A TLS proxy in front sends it itself. */
const OVER_TLS = ['strict-transport-security', 'max-age=31536000; includeSubDomains'] as const

/**
 * Creates the function that sets security headers on every response. They are the headers of Helmet. They are computed once, because they
 * are the same for each response and Helmet would compute them every time. A handler can replace each of them.
 */
export function securityHeaders(options: {
  tls: boolean
  /** The hosts whose pages ours may embed. */
  frameHosts: readonly string[]
}): (response: ServerResponse) => void {
  const policy = ['content-security-policy', contentSecurityPolicy(options.frameHosts)] as const
  const headers = options.tls ? [policy, ...ALWAYS, OVER_TLS] : [policy, ...ALWAYS]
  return (response) => {
    for (const [name, value] of headers) response.setHeader(name, value)
  }
}
