export { heldSince } from './held-deliveries.ts'
export { countUnmapped } from './unmapped-cameras.ts'
export { deliveryModule } from './module.ts'
export { releaseByCommand } from './release-by-command.ts'
