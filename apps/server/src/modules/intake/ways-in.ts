import type { Register } from '../../platform/http/register.ts'
import { registerIngest } from './ingest-routes.ts'
import { registerNx } from './nx-routes.ts'
import { registerPushes } from './push-routes.ts'
import type { IngestRouteDeps } from './take-upload.ts'

/** Operations with which devices and gateways send alarms over HTTP. Mail arrives at a separate port. */
const WAYS_IN: readonly ((register: Register, deps: IngestRouteDeps) => void)[] = [
  registerIngest,
  registerPushes,
  registerNx,
]

export function registerWaysIn(register: Register, deps: IngestRouteDeps): void {
  for (const registerWay of WAYS_IN) registerWay(register, deps)
}
