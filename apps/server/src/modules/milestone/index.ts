export { milestoneModule } from './module.ts'
