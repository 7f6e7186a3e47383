export { liveModule } from './module.ts'
export { publishAllLive, publishLive } from './publish-live.ts'
