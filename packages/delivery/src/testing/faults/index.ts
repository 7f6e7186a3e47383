export { FAULTS, type Fault } from './door.ts'
export { judgeArrivals, type OutboxRow } from './judge.ts'
export { ALL_STATIONS, openFaultStation, STATION_OF_EACH_CONNECTION, type FaultStation } from './stations.ts'
