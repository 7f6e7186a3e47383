export { companiesModule } from './module.ts'
