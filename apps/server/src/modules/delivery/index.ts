import type { Register } from '../../platform/http/register.ts'
import type { DeliveryDeps } from './delivery-deps.ts'
import { registerDeliveries } from './delivery-routes.ts'
import { registerReceivers } from './receiver-routes.ts'

export type { DeliveryDeps } from './delivery-deps.ts'
export { createDeliveryCounter } from './delivery-metrics.ts'
export { createDispatcher, type Dispatcher } from './dispatcher.ts'
export { heldSince } from './held-deliveries.ts'
export { releaseByCommand } from './release-by-command.ts'
export { showDeliveries } from './show-deliveries.ts'
export { planDeliveries } from './plan-deliveries.ts'
export { sealedReceivers } from './receiver-secrets.ts'

export function registerDelivery(register: Register, deps: DeliveryDeps & { onDelivery: () => void }): void {
  registerReceivers(register, deps)
  registerDeliveries(register, deps)
}
