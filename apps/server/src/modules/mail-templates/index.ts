export { mailTemplatesModule } from './module.ts'
