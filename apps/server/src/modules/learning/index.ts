export { listApplied } from './adjustment-queries.ts'
export type { LearningDeps } from './learning-deps.ts'
export { registerLearning } from './learning-routes.ts'
