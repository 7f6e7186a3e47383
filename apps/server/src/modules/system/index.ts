export { registerSystem, type SystemDeps } from './system-routes.ts'
export { registerProbes } from './probes.ts'
