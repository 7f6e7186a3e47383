import type { Module } from '../../platform/modules/module.ts'
import { addCameras, type AddCamerasDeps } from './add-cameras-job.ts'
import { forgetTicks, type ForgetDeps } from './forget-logins.ts'
import { registerRecorders, type RecorderRouteDeps } from './recorder-routes.ts'

export const recordersModule: Module<AddCamerasDeps & ForgetDeps & RecorderRouteDeps> = {
  name: 'recorders',
  routes: registerRecorders,
  backgroundJobs: (deps) => [addCameras(deps)],
  ticks: forgetTicks,
}
