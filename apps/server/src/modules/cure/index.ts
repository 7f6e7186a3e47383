export { cureModule } from './module.ts'
