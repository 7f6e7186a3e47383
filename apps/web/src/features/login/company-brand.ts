import { findLogo } from '@winnow/contract'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { RequestError } from '../../lib/api/api-errors.ts'
import { call } from '../../lib/api/call.ts'
import { createStoredStore } from '../../lib/stored.ts'

/** The time for which a found brand is shown without a new request. */
export const KEEP_MS = 3 * 24 * 3_600_000

const found = z.object({
  subdomain: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
  name: z.string(),
  theme: z.enum(['default', 'pelco', 'provider']),
  /** The picture's address; null for a company without one. */
  logo: z.string().nullable(),
})
export type CompanyBrand = z.output<typeof found>

/** The company of this host name, stored so that its login page appears at once the next time. */
export const companyBrandStore = createStoredStore('winnow.login.company', found.nullable(), null)

/** Returns the stored brand, if it is recent and belongs to this subdomain. */
function keptBrand(subdomain: string, now: number): CompanyBrand | undefined {
  const kept = companyBrandStore.get()
  return kept?.subdomain === subdomain && now - kept.at < KEEP_MS ? kept : undefined
}

async function findBrand(subdomain: string, signal: AbortSignal): Promise<CompanyBrand | null> {
  const kept = keptBrand(subdomain, Date.now())
  if (kept) return kept
  try {
    const { name, theme, logo } = await call(findLogo, { params: { subdomain }, signal })
    const brand = { subdomain, at: Date.now(), name, theme, logo: logo?.['512'] ?? null }
    companyBrandStore.set(brand)
    return brand
  } catch (error) {
    // An unused subdomain is a valid result, too. The result is not stored, because the subdomain may be assigned soon.
    if (error instanceof RequestError && error.status === 404) return null
    throw error
  }
}

/** Returns the query for the company of a subdomain. Its result is null if there is no such company. */
export const companyBrandQuery = (subdomain: string) =>
  queryOptions({
    queryKey: [findLogo.id, subdomain],
    queryFn: ({ signal }) => findBrand(subdomain, signal),
    initialData: () => keptBrand(subdomain, Date.now()),
    staleTime: KEEP_MS,
    retry: false,
    meta: { errors: 'inline' as const },
  })
