import type { Register } from '../../platform/http/register.ts'
import { registerIngest } from './ingest-routes.ts'
import type { IngestRouteDeps } from './take-upload.ts'

/** Operations by which devices and gateways bring alarms over HTTP. Mail comes in by a port of its own. */
const WAYS_IN: readonly ((register: Register, deps: IngestRouteDeps) => void)[] = [registerIngest]

export function registerWaysIn(register: Register, deps: IngestRouteDeps): void {
  for (const registerWay of WAYS_IN) registerWay(register, deps)
}
