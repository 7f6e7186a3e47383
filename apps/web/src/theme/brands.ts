import { z } from 'zod'
import { createStoredStore } from '../lib/stored.ts'

export const BRANDS = ['default', 'pelco'] as const
export type Brand = (typeof BRANDS)[number]

/** The properties of a brand besides its colours, which are CSS variables in `tokens/`. */
export interface BrandFacts {
  /** The product's name. */
  productName: string
  /** White label: the header shows the brand's own logo. */
  whiteLabel: boolean
}

export const BRAND_FACTS: Readonly<Record<Brand, BrandFacts>> = {
  default: { productName: 'Winnow', whiteLabel: false },
  pelco: { productName: 'Pelco', whiteLabel: true },
}

/** The brand of a company's theme; the provider's own theme is the default one. */
export function brandOf(theme: 'default' | 'pelco' | 'provider'): Brand {
  return theme === 'pelco' ? 'pelco' : 'default'
}

/** The last company's brand, so that the login screen shows it before anyone is logged in. */
export const brandStore = createStoredStore('winnow.theme.brand', z.enum(BRANDS), 'default')
