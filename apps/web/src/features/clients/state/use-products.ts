import { activateCameras, deactivateCameras, type Product, PRODUCTS, type View } from '@winnow/contract'
import { isProductOpen, type OfferedProduct } from '@winnow/domain'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { withConsent } from '../../../lib/consent.ts'
import { callAcrossLogin } from '../../../lib/query/use-operation.ts'
import { useUser } from '../../../lib/session/session.ts'
import { refreshNode } from './tree-queries.ts'

/** The products that the features of the user's company include. */
export function useOpenProducts(): OfferedProduct[] {
  const { unlocks } = useUser().company
  return PRODUCTS.filter((product): product is OfferedProduct => isProductOpen(product, unlocks))
}

/**
 * Switches products of one camera, one at a time. The camera is loaded again, also after an error, which is
 * thrown. A product that costs is switched on once the company has agreed.
 */
export function useSwitchProduct(view: View) {
  const queries = useQueryClient()
  const [busy, setBusy] = useState<{ product: Product; isOn: boolean }>()
  return {
    /** The product that is being switched, and to what. */
    busy,
    switchTo: async (product: Product, isOn: boolean): Promise<void> => {
      setBusy({ product, isOn })
      try {
        const body = { viewIds: [view.id], productId: product, asBackgroundJob: false }
        await withConsent(() => callAcrossLogin(isOn ? activateCameras : deactivateCameras, { body }))
      } finally {
        await refreshNode(queries, { projectId: view.clientId, siteId: view.siteId, viewId: view.id })
        setBusy(undefined)
      }
    },
  }
}
