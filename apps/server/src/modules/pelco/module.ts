import type { Env } from '../../platform/env.ts'
import { createRateLimiter } from '../../platform/http/rate-limit.ts'
import type { Module } from '../../platform/modules/module.ts'
import type { Consents } from '../consent/index.ts'
import type { ProductPlan } from '../products/index.ts'
import { registerPelco } from './pelco-routes.ts'
import { standInCloud } from './stand-in-cloud.ts'

/** Registrations that one user or token may ask for: enough for a site, too few to try serial numbers. */
const REGISTRATIONS_PER_MINUTE = 30

interface Needs {
  env: Env
  productPlan: ProductPlan
  consents: Consents
}

export const pelcoModule: Module<Needs> = {
  name: 'pelco',
  routes(register, { env, productPlan, consents }) {
    registerPelco(register, {
      productPlan,
      consents,
      cloud: env.pelcoCloud === 'stand-in' ? standInCloud : undefined,
      limiter: createRateLimiter({ limit: REGISTRATIONS_PER_MINUTE, windowMs: 60_000 }),
    })
  },
}
