export { deviceTestsModule } from './module.ts'
