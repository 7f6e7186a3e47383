export { createCountryLookup } from './find-country.ts'
export { registerProbes } from './probes.ts'
export { registerSystem } from './system-routes.ts'
export type { SystemDeps } from './system-routes.ts'
