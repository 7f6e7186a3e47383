export { picturesModule } from './module.ts'
export type { Snapshots } from './snapshots.ts'
