/** Without a connection nobody should have to wait. Unsent changes are abandoned after this time. */
const LONGEST_MS = 3_000

const tasks = new Set<() => Promise<void>>()

/**
 * Registers a task that must finish before its user logs out or impersonates another: afterwards the server would refuse it, or attribute
 * it to the next user.
 */
export function beforeLeaving(task: () => Promise<void>): void {
  tasks.add(task)
}

/** Resolves when everything was sent, or after three seconds. */
export async function sendBeforeLeaving(): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LONGEST_MS)
  })
  await Promise.race([Promise.all(Array.from(tasks, (task) => task())), enough])
  clearTimeout(timer)
}
