export { armingOf } from './change-arming.ts'
export { schedulesModule } from './module.ts'
export { getTemplate } from './template-queries.ts'
