export { containsPattern } from './contains-pattern.ts'
export { treeModule } from './module.ts'
export { viewFits } from './view-filter.ts'
