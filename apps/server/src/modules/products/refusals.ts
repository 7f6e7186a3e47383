import { ACTIVATION_CONSENT } from '@winnow/contract'
import { AppError } from '../../platform/http/app-error.ts'

/** The error codes of a product that is not switched on, with their messages. */
export const PRODUCT_REFUSALS = {
  CONSENT_NEEDED: 'Somebody of the company must agree to the terms of activation first',
  CAPACITY_REACHED: 'The plan has no room for another camera with this product',
  PRODUCT_LOCKED: 'The company does not have this product',
} as const
export type ProductRefusal = keyof typeof PRODUCT_REFUSALS

export const productRefusal = (code: ProductRefusal): AppError =>
  new AppError(code, PRODUCT_REFUSALS[code], code === 'CONSENT_NEEDED' ? { consentCode: ACTIVATION_CONSENT } : {})
