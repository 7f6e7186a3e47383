/**
 * A throttled function: it runs at once for the first call, and at most once per `ms` after that, with a final run for calls in between.
 */
export function throttle(run: () => void, ms: number): { (): void; cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let again = false
  const close = () => {
    timer = undefined
    if (!again) return
    again = false
    throttled()
  }
  const throttled = () => {
    if (timer !== undefined) {
      again = true
      return
    }
    timer = setTimeout(close, ms)
    run()
  }
  return Object.assign(throttled, {
    cancel() {
      clearTimeout(timer)
      timer = undefined
      again = false
    },
  })
}
