export { exacqModule } from './module.ts'
