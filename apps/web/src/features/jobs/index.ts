export { historyStore, trackJob } from './state/jobs-store.ts'
