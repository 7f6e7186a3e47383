import { createWatcher, type Watcher } from '@winnow/vision'
import type { Platform } from '../../platform/create-platform.ts'
import type { Module } from '../../platform/modules/module.ts'
import type { FetchStreamPictures } from '../intake/index.ts'
import { createStreamPictures } from './fetch-pictures.ts'
import { findLivePlaces } from './find-live-places.ts'
import { findStoredStream } from './find-stored-stream.ts'
import { type LiveRouteDeps, registerLiveViews } from './live-routes.ts'
import { createLiveViews, type LiveViews } from './live-views.ts'
import { createStreamConnector } from './stream-connector.ts'
import { type StreamPlaces, streamPlaces } from './stream-places.ts'
import { registerStreams, type StreamRouteDeps } from './stream-routes.ts'

type Needs = Pick<Platform, 'preparedDb' | 'keys' | 'cameraGuard' | 'log' | 'clock' | 'ticker'>

interface Services {
  /** Decodes key frames of streams. Its process starts with the first of them. */
  streamWatcher: Watcher
  fetchStreamPictures: FetchStreamPictures
  streamPlaces: StreamPlaces
  liveViews: LiveViews
}

type Uses = StreamRouteDeps & LiveRouteDeps & Services & Pick<Platform, 'preparedDb'>

export const cameraStreamsModule: Module<Uses, Needs, Services> = {
  name: 'camera-streams',
  // oxlint-disable-next-line require-await -- modules are made asynchronously
  async make(needs) {
    const streamWatcher = createWatcher()
    const liveViews = createLiveViews({
      ...needs,
      watcher: streamWatcher,
      findPlaces: (viewIds) => findLivePlaces(needs.preparedDb, viewIds),
    })
    return {
      services: {
        streamWatcher,
        fetchStreamPictures: createStreamPictures({
          ...needs,
          findStream: (viewId) => findStoredStream(needs, viewId),
          watcher: streamWatcher,
        }),
        streamPlaces,
        liveViews,
      },
      // oxlint-disable-next-line require-await -- modules are closed asynchronously
      async close() {
        liveViews.stop()
        streamWatcher.close()
      },
    }
  },
  routes(register, deps) {
    registerStreams(register, deps)
    registerLiveViews(register, deps)
  },
  connectors: ({ preparedDb, streamWatcher }) => [createStreamConnector({ preparedDb, watcher: streamWatcher })],
}
