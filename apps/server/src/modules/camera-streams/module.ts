import { createWatcher, type Watcher } from '@winnow/vision'
import type { Platform } from '../../platform/create-platform.ts'
import type { Module } from '../../platform/modules/module.ts'
import { createStreamConnector } from './stream-connector.ts'
import { registerStreams, type StreamRouteDeps } from './stream-routes.ts'

interface Services {
  /** Decodes key frames of streams. Its process starts with the first of them. */
  streamWatcher: Watcher
}

export const cameraStreamsModule: Module<StreamRouteDeps & Services & Pick<Platform, 'preparedDb'>, object, Services> =
  {
    name: 'camera-streams',
    // oxlint-disable-next-line require-await -- modules are made asynchronously
    async make() {
      const streamWatcher = createWatcher()
      return {
        services: { streamWatcher },
        // oxlint-disable-next-line require-await -- modules are closed asynchronously
        async close() {
          streamWatcher.close()
        },
      }
    },
    routes: registerStreams,
    connectors: ({ preparedDb, streamWatcher }) => [createStreamConnector({ preparedDb, watcher: streamWatcher })],
  }
