import { useRef, useState } from 'react'

/** Does what a form is for, unless it is at it already. */
export function useSending<T>(work: (values: T) => Promise<void>, onError: (error: unknown) => void) {
  const [isPending, setPending] = useState(false)
  // Known at once, not with the next rendering: two events of one moment send once.
  const isRunning = useRef(false)
  const send = async (values: T): Promise<void> => {
    if (isRunning.current) return
    isRunning.current = true
    setPending(true)
    try {
      await work(values)
    } catch (error) {
      onError(error)
    } finally {
      isRunning.current = false
      setPending(false)
    }
  }
  return { isPending, send }
}
