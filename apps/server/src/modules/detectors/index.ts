export { detectorJobs } from './detector-jobs.ts'
export { startDetectorKeeper } from './detector-keeper.ts'
export { registerDetectors } from './detector-routes.ts'
export { hasBrokenDetector } from './machine-queries.ts'
