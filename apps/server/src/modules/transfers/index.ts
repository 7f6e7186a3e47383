export { transfersModule } from './module.ts'
