/** The longest time that a logout waits for unsent changes. It is short, since without a connection nothing can be sent. */
const LONGEST_MS = 3_000

const tasks = new Set<() => Promise<void>>()

/**
 * Registers a task that must finish before its user logs out or impersonates another user. Afterwards the server would refuse its requests,
 * or attribute them to the next user.
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
