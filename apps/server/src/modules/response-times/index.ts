export { responseTimesModule } from './module.ts'
