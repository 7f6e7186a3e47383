import { example, SOME_ID } from './example.ts'
import { checkRename, countDetectViews, countViews } from './tree-lists.ts'

export const treeListsExamples = [
  example(checkRename, { params: { objectType: 'camera', objectId: SOME_ID } }),
  example(countDetectViews, { nothing: { status: 200, body: { count: 0 } } }),
  example(countViews, { nothing: { status: 200, body: { count: 0 } } }),
]
