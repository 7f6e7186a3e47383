import { isLoopbackHost } from './loopback.ts'

const EVERY_ADDRESS = new Set(['0.0.0.0', '::'])

/**
 * The host that devices enter to reach a server, derived from its listening address. If the server listens on all addresses, the host of
 * the console's public address is used, if known.
 * @returns the host, and in `onlyHere` whether only this machine can reach the server by this host
 */
export function deviceHost(listensOn: string, publicUrl: string): { host: string; onlyHere: boolean } {
  const host = EVERY_ADDRESS.has(listensOn) ? new URL(publicUrl).hostname.replace(/^\[|\]$/g, '') : listensOn
  return { host: host.includes(':') ? `[${host}]` : host, onlyHere: isLoopbackHost(host) }
}
