import { isLoopbackHost } from './loopback.ts'
import type { SettingValues } from './settings.ts'

/** A port relative to the console's port. So one setting separates two installations on a machine. 0 if the console's port is 0. */
const above = (v: SettingValues, by: number): number => (v.WINNOW_HTTP_PORT === 0 ? 0 : v.WINNOW_HTTP_PORT + by)

/** The listener of alarms by HTTP. */
export const ingestListener = (v: SettingValues): { host: string; port: number } => ({
  host: v.WINNOW_INGEST_HOST ?? v.WINNOW_HTTP_HOST,
  port: v.WINNOW_INGEST_PORT ?? above(v, 1),
})

export const probesPort = (v: SettingValues): number => v.WINNOW_PROBES_PORT ?? above(v, 2)

/**
 * The address to which devices send alarms by HTTP, from the settings. If the console is behind a proxy, the listener does not answer at
 * the proxy's address. Devices then get the console's address: they could not reach a loopback address, and an address without TLS would
 * expose their tokens.
 * @returns undefined where the listener's own address is right
 */
export function ingestAddress(v: SettingValues): string | undefined {
  const own = v.WINNOW_INGEST_URL ?? (isBehindProxy(v) ? v.WINNOW_PUBLIC_URL : undefined)
  return own?.replace(/\/+$/, '')
}

function isBehindProxy(v: SettingValues): boolean {
  const address = URL.parse(v.WINNOW_PUBLIC_URL ?? '')
  if (!address) return false
  if (address.protocol === 'https:' && v.WINNOW_TLS_CERT_FILE === undefined) return true
  return isLoopbackHost(ingestListener(v).host) && !isLoopbackHost(address.hostname.replace(/^\[|\]$/g, ''))
}
