export { digitalWatchdogModule } from './module.ts'
