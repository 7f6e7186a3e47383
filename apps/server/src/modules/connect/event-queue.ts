/** Events that are handled at the same time: a recorder can trigger all channels at once, and each waits for pictures. */
const AT_ONCE = 8

export interface EventQueue {
  /**
   * Waits for a free place, and runs the task aside.
   * @throws what an earlier task failed with. This one runs all the same, since devices report an event once
   */
  add(task: () => Promise<void>): Promise<void>
  /** Resolves when all tasks have ended. */
  finish(): Promise<void>
}

/** Handles events of one connection side by side. While all places are taken, what follows waits in the device. */
export function createEventQueue(): EventQueue {
  const running = new Set<Promise<void>>()
  let failure: unknown
  return {
    async add(task) {
      while (running.size >= AT_ONCE) await Promise.race(running)
      const started = task()
        .catch((error: unknown) => void (failure ??= error))
        .finally(() => running.delete(started))
      running.add(started)
      if (failure !== undefined) throw failure
    },
    async finish() {
      await Promise.all(running)
    },
  }
}
