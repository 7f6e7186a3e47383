export { armingOf } from './change-arming.ts'
export { schedulesModule } from './module.ts'
export { findTemplates, getTemplate } from './template-queries.ts'
