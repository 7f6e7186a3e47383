export { digitalWatchdogModule } from './module.ts'
export { dwAddressOf, type StoredServer } from './stored-servers.ts'
