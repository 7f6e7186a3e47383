/** Without a connection nobody must be held back: what was not sent by then is given up. */
const LONGEST_MS = 3_000

const tasks = new Set<() => Promise<void>>()

/** Has something sent before its user logs out or acts for another: afterwards it would be refused, or be the next user's. */
export function beforeLeaving(task: () => Promise<void>): void {
  tasks.add(task)
}

/** Resolves when all that was to be sent is, or after three seconds. */
export async function sendBeforeLeaving(): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LONGEST_MS)
  })
  await Promise.race([Promise.all(Array.from(tasks, (task) => task())), enough])
  clearTimeout(timer)
}
