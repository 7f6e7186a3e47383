import { example } from './example.ts'
import { countNodes, findTypedProject, findTypedSite, findTypedView, getLastChange } from './tree-nodes.ts'

const typed = { query: { startsWith: 'h' } }

export const treeNodesExamples = [
  example(findTypedProject, { ...typed, nothing: { status: 200, body: { found: null } } }),
  example(findTypedSite, typed),
  example(getLastChange, { params: { kind: 'site' } }),
  example(findTypedView, typed),
  example(countNodes, { nothing: { status: 200, body: [] } }),
]
