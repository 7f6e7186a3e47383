import type { Env } from '../../platform/env.ts'
import { createRateLimiter } from '../../platform/http/rate-limit.ts'
import type { Module } from '../../platform/modules/module.ts'
import type { Consents } from '../consent/index.ts'
import type { ProductPlan } from '../products/index.ts'
import { registerPelco } from './pelco-routes.ts'
import { type ReleaseDeps, releaseTicks } from './release-deleted.ts'
import { standInCloud } from './stand-in-cloud.ts'

/** Registrations that one user or token may ask for: enough for a site, too few to try serial numbers. */
const REGISTRATIONS_PER_MINUTE = 30

interface Uses extends ReleaseDeps {
  env: Env
  productPlan: ProductPlan
  consents: Consents
}

const cloudOf = ({ pelcoCloud }: Env) => (pelcoCloud === 'stand-in' ? standInCloud : undefined)

export const pelcoModule: Module<Uses> = {
  name: 'pelco',
  tables: { pelco_release: { rows: 'kept' } },
  routes(register, { env, productPlan, consents }) {
    registerPelco(register, {
      productPlan,
      consents,
      cloud: cloudOf(env),
      limiter: createRateLimiter({ limit: REGISTRATIONS_PER_MINUTE, windowMs: 60_000 }),
    })
  },
  ticks: (deps) => releaseTicks(deps, cloudOf(deps.env)),
}
