export { digitalWatchdogModule } from './module.ts'
export { countMappedCameras, findMappedCameras, mapCameras, withFoundCameras } from './mapped-cameras.ts'
export { meetServer } from './meet-server.ts'
export { vmsConnectError, vmsFailure } from './vms-failure.ts'
