export { deleteExpired } from './delete-expired.ts'
export { retentionModule } from './module.ts'
export { ensurePartitions } from './partitions.ts'
export { retentionTicks } from './retention-ticks.ts'
