import type { Module } from '../../platform/modules/module.ts'
import type { IntakeDeps } from '../intake/index.ts'
import { type ConnectionRouteDeps, registerConnections } from './connection-routes.ts'
import { createDahuaConnector } from './dahua-connector.ts'
import { type DeviceHostDeps, registerDeviceHosts } from './device-host-routes.ts'
import { createHikvisionConnector } from './hikvision-connector.ts'
import { connectionContext } from './store-connection.ts'

export const connectModule: Module<ConnectionRouteDeps & DeviceHostDeps & Pick<IntakeDeps, 'preparedDb' | 'clock'>> = {
  name: 'connect',
  tables: { connection: { rows: 'kept', sealed: { sealed: connectionContext } } },
  connectors: (deps) => [createHikvisionConnector(deps), createDahuaConnector(deps)],
  routes(register, deps) {
    registerConnections(register, deps)
    registerDeviceHosts(register, deps)
  },
}
