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
 * Ends this process when its parent process has ended, even while the event loop of this process is blocked. Only the event loop notices
 * the end of the channel to the parent. A separate small thread therefore checks for the parent once a second.
 * @param onFailed called when the thread does not run; the process continues without the thread
 */
export function endWithParent(onFailed: (error: unknown) => void): void {
  const watched: Watched = { self: process.pid, parent: process.ppid, everyMs: 1_000 }
  const thread = new Worker(`(${watchParent.toString()})(require('node:worker_threads').workerData)`, {
    eval: true,
    workerData: watched,
    // The thread does not inherit the flags of this process, which are meant for a large process.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 },
  })
  thread.on('error', onFailed)
  thread.unref()
}
