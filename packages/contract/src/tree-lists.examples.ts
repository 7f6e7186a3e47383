import { example, SOME_ID } from './example.ts'
import { checkRename } from './tree-lists.ts'

export const treeListsExamples = [example(checkRename, { params: { objectType: 'camera', objectId: SOME_ID } })]
