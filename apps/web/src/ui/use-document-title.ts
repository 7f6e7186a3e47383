import { useEffect } from 'react'
import { useStore } from '../lib/create-store.ts'
import { BRAND_FACTS, brandStore } from '../theme/brands.ts'

/** Sets the title of the browser tab, followed by the brand's product name. */
export function useDocumentTitle(title: string): void {
  const brand = useStore(brandStore)
  useEffect(() => {
    document.title = `${title} · ${BRAND_FACTS[brand].productName}`
  }, [title, brand])
}
