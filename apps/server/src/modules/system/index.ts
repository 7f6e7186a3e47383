export { systemModule } from './module.ts'
export { createProbeServer, registerProbes, type ProbeDeps, type Readiness } from './probes.ts'
export type { HealthWatch } from './watch-health.ts'
