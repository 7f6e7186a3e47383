import type { Platform, PlatformOutside } from '../../platform/create-platform.ts'
import type { Module } from '../../platform/modules/module.ts'
import { createLiveHub, type LiveHub, type LiveHubDeps } from './live-hub.ts'
import { registerLive, type LiveDeps } from './live-routes.ts'
import { createLooking, type Looking } from './looking.ts'

type Needs = LiveHubDeps & Pick<Platform, 'metrics'> & Pick<PlatformOutside, 'runtimeUrl'>

export const liveModule: Module<LiveDeps, Needs, { hub: LiveHub; looking: Looking }> = {
  name: 'live',
  make(needs) {
    const hub = createLiveHub(needs)
    const looking = createLooking({ ...needs, hub })
    needs.metrics.gauge({
      name: 'live_streams',
      help: 'Open live streams',
      collect: (gauge) => gauge.set(hub.count()),
    })
    return {
      services: { hub, looking },
      async close() {
        hub.stop()
        await looking.stop()
      },
    }
  },
  routes: registerLive,
}
