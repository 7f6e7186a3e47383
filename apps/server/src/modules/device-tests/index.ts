export { failureByCode, failureOf } from './device-failure.ts'
export { deviceTestsModule } from './module.ts'
export { addressOf } from './try-http.ts'
export { DEVICE_SERVICE, postOnvif } from './try-onvif.ts'
