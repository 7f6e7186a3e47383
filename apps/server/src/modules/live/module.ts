import type { Platform } from '../../platform/create-platform.ts'
import type { Module } from '../../platform/modules/module.ts'
import { createLiveHub, type LiveHub, type LiveHubDeps } from './live-hub.ts'
import { registerLive, type LiveDeps } from './live-routes.ts'

export const liveModule: Module<LiveDeps, LiveHubDeps & Pick<Platform, 'metrics'>, { hub: LiveHub }> = {
  name: 'live',
  make(needs) {
    const hub = createLiveHub(needs)
    needs.metrics.gauge({
      name: 'live_streams',
      help: 'Open live streams',
      collect: (gauge) => gauge.set(hub.count()),
    })
    return { services: { hub }, close: () => hub.stop() }
  },
  routes: registerLive,
}
