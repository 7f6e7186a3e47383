export {
  type CameraIntake,
  type DeviceGuide,
  fillGuide,
  type GuideCommand,
  type GuideId,
  type GuideWay,
  type GuideStep,
  type StepCondition,
} from './device-guide.ts'
export { deviceGuides } from './device-guides.ts'
