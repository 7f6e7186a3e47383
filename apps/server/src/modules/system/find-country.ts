import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'

/** The country code (ISO 3166, two capitals) of an address; null if unknown. Never throws. */
export type FindCountry = (address: string) => Promise<string | null>

const REPLY = z.object({ countryCode: z.string().regex(/^[A-Za-z]{2}$/) })
/** The timeout of a request. The country is only shown as a flag in a list, so a longer wait is not worth it. */
const TIMEOUT_MS = 2_000
const KEEP_MS = 24 * 3_600_000
const KEEP = 1_000

/**
 * Asks a geolocation service, at most once a day per address.
 * @param deps.url the service's address, with `{ip}` in place of the IP address; if undefined, no service is asked
 */
export function createCountryLookup(deps: { url: string | undefined; clock: Clock; log: Logger }): FindCountry {
  const known = new Map<string, { countryCode: string | null; at: number }>()
  return async (address) => {
    if (deps.url === undefined) return null
    const now = deps.clock.now().getTime()
    const kept = known.get(address)
    if (kept && now - kept.at < KEEP_MS) return kept.countryCode
    const countryCode = await ask(deps.url.replaceAll('{ip}', encodeURIComponent(address))).catch((err: unknown) => {
      deps.log.debug({ err }, 'the geolocation service did not answer')
      return null
    })
    if (known.size >= KEEP) known.delete(known.keys().next().value ?? '')
    known.set(address, { countryCode, at: now })
    return countryCode
  }
}

async function ask(url: string): Promise<string | null> {
  const reply = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), headers: { accept: 'application/json' } })
  if (!reply.ok) return null
  return REPLY.parse(await reply.json()).countryCode.toUpperCase()
}
