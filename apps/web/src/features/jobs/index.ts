export { JobCounts } from './components/job-counts.tsx'
export { useJobWords } from './components/job-words.ts'
export { isActive, resultOf } from './model/job-result.ts'
export { historyStore, trackJob } from './state/jobs-store.ts'
