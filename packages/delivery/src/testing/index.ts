export { startStation, type Station } from './dc09-station.ts'
export { startDigifort } from './digifort-server.ts'
export { startMilestone } from './milestone-server.ts'
export { startNx } from './nx-server.ts'
