export { pelcoModule } from './module.ts'
