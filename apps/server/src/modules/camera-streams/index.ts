export { cameraStreamsModule } from './module.ts'
export type { StreamPlaces } from './stream-places.ts'
