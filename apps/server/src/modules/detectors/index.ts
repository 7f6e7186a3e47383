export { detectorsModule } from './module.ts'
