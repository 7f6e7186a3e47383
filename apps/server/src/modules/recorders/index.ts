export { recordersModule } from './module.ts'
