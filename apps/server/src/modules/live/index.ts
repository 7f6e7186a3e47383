export { createLiveHub } from './live-hub.ts'
export { registerLive } from './live-routes.ts'
export { publishAllLive, publishLive } from './publish-live.ts'
