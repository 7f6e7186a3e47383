export { publishAutomation, type AutomationNews } from './publish-automation.ts'
export type { LiveHub } from './live-hub.ts'
export { liveModule } from './module.ts'
export { publishAllLive, publishLive } from './publish-live.ts'
