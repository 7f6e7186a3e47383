export { acceptSignal } from './accept-signal.ts'
export { createBytesInFlight } from './bytes-in-flight.ts'
export { createDc09Ports } from './dc09-ports.ts'
export type { FetchedPictures, FetchRecorderPictures, FetchStreamPictures } from './fetched-pictures.ts'
export { type EventCamera, findCameraOfEvent } from './find-camera-of-event.ts'
export { channelNumber, findCameraBeside, findCameraOfChannel } from './find-camera-of-path.ts'
export { createFtpPorts } from './ftp-ports.ts'
export { createIngestLimits, type IngestLimits } from './ingest-limits.ts'
export type { IntakeDeps } from './intake-deps.ts'
export { intakeModule } from './module.ts'
export { noteRefused } from './note-refused.ts'
export { noteSeen } from './note-seen.ts'
export type { FindNxServers, NxServerEntry } from './nx-pictures.ts'
export type { PanelCounter } from './panel-metrics.ts'
export { placeNxEvent } from './nx-routes.ts'
export { findNamedCamera } from './place-by-mail.ts'
export { listUnknownPanels, noteUnknownPanel } from './unknown-panels.ts'
export { createReadingMemory } from './reading-memory.ts'
export { createSignalPump, type SignalPump } from './signal-pump.ts'
export { createSmtpPorts } from './smtp-ports.ts'
export {
  type FetchVmsPictures,
  limitPictures,
  PICTURE_OFFSETS_MS,
  PICTURE_PAUSE_MS,
  PICTURES_MS,
} from './vms-pictures.ts'
