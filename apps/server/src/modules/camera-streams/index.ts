export { cameraStreamsModule } from './module.ts'
