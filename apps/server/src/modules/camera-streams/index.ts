export { cameraStreamsModule } from './module.ts'
export { STREAM_KIND, streamSettings } from './stream-settings.ts'
export type { StreamPlaces } from './stream-places.ts'
