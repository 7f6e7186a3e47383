import { isLoopbackHost } from './loopback.ts'

const EVERY_ADDRESS = new Set(['0.0.0.0', '::'])

/**
 * The host that devices enter to reach a server, from the one it listens on. One that listens on every address says nothing of
 * the machine's name; the address at which people reach the console does, as far as it is known.
 * @returns `onlyHere`: other machines do not get here by it
 */
export function deviceHost(listensOn: string, publicUrl: string): { host: string; onlyHere: boolean } {
  const host = EVERY_ADDRESS.has(listensOn) ? new URL(publicUrl).hostname.replace(/^\[|\]$/g, '') : listensOn
  return { host: host.includes(':') ? `[${host}]` : host, onlyHere: isLoopbackHost(host) }
}
