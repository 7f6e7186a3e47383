export { containsPattern } from './contains-pattern.ts'
export { treeModule } from './module.ts'
export { lockNames } from './tree-locks.ts'
export { viewFits, type Asker } from './view-filter.ts'
