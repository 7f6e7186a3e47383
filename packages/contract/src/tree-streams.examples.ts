import { example, SOME_ID } from './example.ts'
import { streamViewsOfSites } from './tree-streams.ts'

export const treeStreamsExamples = [
  example(streamViewsOfSites, { query: { siteIds: SOME_ID }, nothing: { status: 200, body: [] } }),
]
