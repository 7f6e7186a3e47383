import { listActiveJobs } from './background-jobs.ts'
import { example, SOME_ID } from './example.ts'

export const backgroundJobsExamples = [
  example(listActiveJobs, { body: { watchIds: [SOME_ID] }, nothing: { status: 200, body: [] } }),
]
