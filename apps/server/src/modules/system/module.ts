import type { AnalysisPool } from '@winnow/vision'
import type { Platform } from '../../platform/create-platform.ts'
import type { Module } from '../../platform/modules/module.ts'
import { createCountryLookup } from './find-country.ts'
import type { HealthDeps } from './look-at-health.ts'
import { readinessOf, type ProbeDeps } from './probes.ts'
import { registerSystem } from './system-routes.ts'
import { createHealthWatch, type HealthWatch } from './watch-health.ts'

type Needs = Omit<HealthDeps, 'databaseAnswers' | 'checkMedia'> &
  Pick<Platform, 'metrics' | 'bus' | 'media'> & { pool: AnalysisPool | undefined }

interface Services {
  health: HealthWatch
  probes: ProbeDeps
  /** The public status of the service. */
  status: () => Promise<'ok' | 'degraded' | 'outage'>
}

type Uses = Services &
  Pick<Platform, 'env' | 'clock' | 'log' | 'version' | 'mailDomain' | 'partnerCompanyIds' | 'passwordPolicy'>

export const systemModule: Module<Uses, Needs, Services> = {
  name: 'system',
  make(needs) {
    const { limits, pool, metrics, bus, media, analysisIdle } = needs
    const health = createHealthWatch({
      ...needs,
      databaseAnswers: () => bus.refresh().then(() => true),
      checkMedia: () => media.check(),
    })
    return {
      services: {
        health,
        probes: { metrics, readiness: async () => readinessOf(await health.look()) },
        async status() {
          if (!limits.hasRoom()) return 'outage'
          // If a model is missing, the filter works with lower quality. If all are missing, it passes on all alarms unverified.
          const impaired = (pool?.stats().modelError ?? null) !== null
          return impaired || (await analysisIdle()) ? 'degraded' : 'ok'
        },
      },
    }
  },
  routes(register, deps) {
    const { provider, sso, demoCamerasSend } = deps.env
    registerSystem(register, {
      ...deps,
      statusPageUrl: provider.statusPageUrl,
      forensicUrl: provider.forensicUrl,
      documentationUrl: provider.documentationUrl,
      contactUrl: provider.contactUrl,
      publicIps: provider.publicIps,
      mobileApps: provider.mobileApps,
      singleSignOn: sso.enabled,
      findCountry: createCountryLookup({ ...deps, url: provider.geolocationUrl }),
      demo: demoCamerasSend,
    })
  },
}
