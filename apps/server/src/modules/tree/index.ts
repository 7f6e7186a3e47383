export { containsPattern } from './contains-pattern.ts'
export { treeModule } from './module.ts'
export { viewFits, type Asker } from './view-filter.ts'
