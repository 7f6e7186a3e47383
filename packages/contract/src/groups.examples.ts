import { example, SOME_ID } from './example.ts'
import { assignToGroup, createGroup, updateGroup } from './groups.ts'

export const groupsExamples = [
  example(createGroup, { body: { name: 'Key accounts' } }),
  example(updateGroup, { body: { name: 'Key accounts North' } }),
  example(assignToGroup, { body: { projectIds: [SOME_ID] } }),
]
