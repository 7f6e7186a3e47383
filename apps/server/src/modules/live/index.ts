export { createLiveHub } from './live-hub.ts'
export { registerLive } from './live-routes.ts'
export { publishLive } from './publish-live.ts'
