export { statsModule } from './module.ts'
