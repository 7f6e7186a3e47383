/**
 * A function that runs at most once per `ms`, however often it is asked to: at once the first time, and once more at the end for
 * whatever came in between.
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
