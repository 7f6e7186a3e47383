import { useTranslation } from 'react-i18next'
import { useUser } from '../../../../lib/session/session.ts'
import { useProductName } from '../../../../ui/use-product-name.ts'
import type { Flag } from '../../model/tree-filter.ts'
import { useOpenProducts } from '../../state/use-products.ts'

/** The flags of products, with the product and whether it is on. */
const OF_PRODUCTS = {
  objectDetectionOn: ['detect', 'isOn'],
  objectDetectionOff: ['detect', 'isOff'],
  advancedMomentDetectionOn: ['protect', 'isOn'],
  advancedMomentDetectionOff: ['protect', 'isOff'],
  investigateOn: ['investigate', 'isOn'],
  investigateOff: ['investigate', 'isOff'],
} as const

type ProductFlag = keyof typeof OF_PRODUCTS
type TamperingFlag = 'sceneDetectionOn' | 'sceneDetectionOff'

const isOfProduct = (name: Flag): name is ProductFlag => Object.hasOwn(OF_PRODUCTS, name)
const isOfTampering = (name: Flag): name is TamperingFlag => name === 'sceneDetectionOn' || name === 'sceneDetectionOff'

/** The names of the filter's flags, and which of them are offered: not those of features that the company does not have. */
export function useFlags() {
  const { t } = useTranslation(['clients', 'products'])
  const productName = useProductName()
  const open = useOpenProducts()
  const { isTamperingUnlocked } = useUser().company.unlocks
  return {
    nameOf: (name: Flag): string => {
      if (isOfTampering(name)) return t(`products:flag.${name}`)
      if (!isOfProduct(name)) return t(`filter.flag.${name}`)
      const [product, state] = OF_PRODUCTS[name]
      return t(`products:${state}`, { product: productName(product) })
    },
    isOffered: (name: Flag): boolean => {
      if (isOfTampering(name)) return isTamperingUnlocked
      return !isOfProduct(name) || open.includes(OF_PRODUCTS[name][0])
    },
  }
}
