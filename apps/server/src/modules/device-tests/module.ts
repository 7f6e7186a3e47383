import type { Module } from '../../platform/modules/module.ts'
import { registerDeviceTests, type DeviceTestDeps } from './device-test-routes.ts'

export const deviceTestsModule: Module<DeviceTestDeps> = { name: 'device-tests', routes: registerDeviceTests }
