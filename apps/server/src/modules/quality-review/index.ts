export { qualityReviewModule } from './module.ts'
