import { z } from 'zod'
import { bulk, BULK_ERRORS, selectedViews } from './bulk.ts'
import type { ConsentCode } from './consent.ts'
import { operation } from './operation.ts'
import { product } from './values.ts'

/** The text that a company must agree to before it switches on a product that costs more than its plan includes. */
export const ACTIVATION_CONSENT = 'activate-cameras' satisfies ConsentCode

/** Errors of every call that switches a product on. */
const ACTIVATION_ERRORS = [...BULK_ERRORS, 'PRODUCT_LOCKED', 'CAPACITY_REACHED', 'CONSENT_NEEDED'] as const

const common = { ...bulk, permission: 'detect.toggle' } as const
const ofProduct = z.object({ ...selectedViews, productId: product })

/**
 * PRODUCT_LOCKED: the company's features do not include the product. CAPACITY_REACHED: the plan has no room for any of the cameras; if it
 * has room for some of them, the others are failures of the job. CONSENT_NEEDED: see `errorBody`.
 */
export const activateCameras = operation({
  ...common,
  id: 'bulk.activateProduct',
  method: 'POST',
  path: '/v1/activate-cameras',
  summary: 'Switch a product on for cameras',
  body: ofProduct,
  errors: ACTIVATION_ERRORS,
})

export const deactivateCameras = operation({
  ...common,
  id: 'bulk.deactivateProduct',
  method: 'POST',
  path: '/v1/deactivate-cameras',
  summary:
    'Switch a product off for cameras. The alarms of a camera without any product are kept, but neither judged nor delivered',
  body: ofProduct,
})

export const activateProtect = operation({
  ...common,
  id: 'bulk.activateProtect',
  method: 'PUT',
  path: '/views/protect/activate',
  summary: 'Switch the product `protect` on for cameras',
  body: z.object(selectedViews),
  errors: ACTIVATION_ERRORS,
})

export const deactivateProtect = operation({
  ...common,
  id: 'bulk.deactivateProtect',
  method: 'PUT',
  path: '/views/protect/deactivate',
  summary: 'Switch the product `protect` off for cameras',
  body: z.object(selectedViews),
})
