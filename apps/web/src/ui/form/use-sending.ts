import { useRef, useState } from 'react'

/** Runs the form's action, unless it is running already. */
export function useSending<T>(work: (values: T) => Promise<void>, onError: (error: unknown) => void) {
  const [isPending, setPending] = useState(false)
  // A ref is updated immediately and not with the next render, so that two simultaneous events send once.
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
