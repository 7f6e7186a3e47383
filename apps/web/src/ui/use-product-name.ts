import type { Product } from '@winnow/contract'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../lib/create-store.ts'
import { brandStore } from '../theme/brands.ts'

/** Returns the name of a product. The names of a white-label brand are its own. */
export function useProductName(): (product: Product) => string {
  const { t } = useTranslation('products')
  const brand = useStore(brandStore)
  return useCallback((product) => t(`name.${brand}.${product}`), [t, brand])
}
