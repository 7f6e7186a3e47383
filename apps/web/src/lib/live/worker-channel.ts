import type { LiveChannel, StreamListener, StreamMessage } from './channel.ts'

/** Access to the stream in the shared worker. */
export function openWorkerChannel(listener: StreamListener): LiveChannel {
  const worker = new SharedWorker(new URL('./live-worker.ts', import.meta.url), { type: 'module', name: 'winnow-live' })
  worker.port.addEventListener('message', ({ data }: MessageEvent<StreamMessage>) => listener(data))
  worker.port.start()
  return {
    post: (message) => worker.port.postMessage(message),
    close() {
      worker.port.postMessage({ kind: 'bye' })
      worker.port.close()
    },
  }
}
