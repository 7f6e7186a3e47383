export { type RtspCamera, type RtspCameraOptions, startRtspCamera } from './devices/rtsp-camera.ts'
export {
  dialTcp,
  dialUdp,
  diallerFrame,
  readDiallerAnswer,
  type Dialler,
  type DiallerAnswer,
  type DiallerEvent,
  type DiallerLine,
} from './devices/dc09-dialler.ts'
export {
  connectFrontel,
  dialFrontel,
  frontelAnswer,
  type FrontelPanel,
  type FrontelPanelOptions,
  frontelStatus,
} from './devices/frontel-panel.ts'
export {
  type HikvisionDevice,
  type HikvisionDeviceOptions,
  type HttpHost,
  startHikvisionDevice,
  type HikvisionChannel,
} from './devices/hikvision-device.ts'
export {
  HIKVISION_NAMESPACES,
  hikvisionXml,
  hikvisionHeartbeat,
  hikvisionPost,
  type HikvisionPost,
  type HikvisionReport,
} from './devices/hikvision-push.ts'
export { type ImmixReport, immixXml } from './devices/immix-xml.ts'
export {
  type OnvifCamera,
  type OnvifCameraOptions,
  type OnvifReport,
  startOnvifCamera,
} from './devices/onvif-camera.ts'
export {
  type DahuaDevice,
  type DahuaDeviceOptions,
  dahuaLine,
  dahuaList,
  type DahuaReport,
  startDahuaDevice,
} from './devices/dahua-device.ts'
export {
  axisImage,
  axisNotification,
  type DevicePush,
  instarAlarm,
  univiewAlarm,
  univiewCount,
  univiewMultipart,
  univiewStructure,
} from './devices/pushing-devices.ts'
export { EXACQ, type ExacqRecorder, startExacq } from './devices/exacq-recorder.ts'
export { XPROTECT } from './devices/xprotect-api.ts'
export { startXprotect } from './devices/xprotect-system.ts'
export { NX_SYSTEM, startNxSystem, type NxSystemServer } from './devices/nx-system.ts'
export { createFakeClock } from './clock/fake-clock.ts'
export type { FakeClock } from './clock/fake-clock.ts'
export { createFakeTicker } from './clock/fake-ticker.ts'
export type { FakeTicker } from './clock/fake-ticker.ts'
export { takeAgain } from './pictures/take-again.ts'
export { createSmtpSink } from './receivers/smtp-sink.ts'
export type { ReceivedMail, SmtpSink } from './receivers/smtp-sink.ts'
export { createWebhookSink } from './receivers/webhook-sink.ts'
export type { ReceivedRequest, SinkAnswer, WebhookSink } from './receivers/webhook-sink.ts'
export { drawSample, seedOfRun } from './samples/draw-sample.ts'
export type { SampleOptions } from './samples/draw-sample.ts'
export { createRandom, type Random } from './scenes/random.ts'
export { renderRuleScene, renderScene, RULE_SCENES, SCENE_KINDS, TRUTH } from './scenes/index.ts'
export type {
  RuleScene,
  RuleSceneKind,
  SceneClass,
  SceneFrame,
  SceneKind,
  SceneObject,
  SceneOptions,
} from './scenes/index.ts'
export { runSimulator } from './simulator/run-simulator.ts'
export type { SimulatorOptions, SimulatorResult } from './simulator/run-simulator.ts'
export { deliver, prepareAlarm, sendAlarm } from './simulator/send-alarm.ts'
export type { Acknowledgement, AlarmScene, Endpoints, OutgoingMessage } from './simulator/send-alarm.ts'
export { drawClip } from './simulator/stream/draw-clip.ts'
export { CLIP_PARTS, type ClipPart, KEY_EVERY, STREAM_RATE, STREAM_SIZE } from './simulator/stream/clip-parts.ts'
export { CLIP_FILE, partsOf } from './simulator/stream/read-clip.ts'
export { showStream } from './simulator/stream/show-stream.ts'
export { splitPictures } from './simulator/stream/split-pictures.ts'
export { parseTargets, VENDORS } from './simulator/targets.ts'
export type { CameraTarget, Targets, Vendor } from './simulator/targets.ts'
export { burnClock } from './tampering/burn-clock.ts'
export { LENS_TAMPERINGS, tamperPictures, turnCamera } from './tampering/tamper-pictures.ts'
export type { LensTampering, Turn } from './tampering/tamper-pictures.ts'
export { drawGroups, drawTree, idFor } from './scenarios/draw-tree.ts'
export type { DrawnCamera, DrawnClient, DrawnGroup, DrawnSite } from './scenarios/draw-tree.ts'
export { SCENARIOS } from './scenarios/scenarios.ts'
export type { ScenarioName, TreeSize } from './scenarios/scenarios.ts'
