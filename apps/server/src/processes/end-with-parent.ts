import { Worker } from 'node:worker_threads'

interface Watched {
  self: number
  parent: number
  everyMs: number
}

/** Runs in the worker thread. The function is passed as source text, so nothing else in this file is available to it. */
function watchParent({ self, parent, everyMs }: Watched): void {
  setInterval(() => {
    let isThere = false
    try {
      // An orphaned process gets another parent, so `ppid` changes. If `ppid` keeps the old number, no process has that number any more.
      isThere = process.ppid === parent && process.kill(parent, 0)
    } catch {
      isThere = false
    }
    if (!isThere) process.kill(self, 'SIGKILL')
  }, everyMs)
}

/**
 * Ends this process when its parent process has ended, even while its own event loop is blocked. The end of the channel between the
 * processes is only noticed by the event loop. A separate small thread therefore checks once a second.
 * @param onFailed called when the thread does not run; the process continues without it
 */
export function endWithParent(onFailed: (error: unknown) => void): void {
  const watched: Watched = { self: process.pid, parent: process.ppid, everyMs: 1_000 }
  const thread = new Worker(`(${watchParent.toString()})(require('node:worker_threads').workerData)`, {
    eval: true,
    workerData: watched,
    // Not the flags of this process, which are set for a large process.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 },
  })
  thread.on('error', onFailed)
  thread.unref()
}
