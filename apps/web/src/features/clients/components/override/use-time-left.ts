import { useEffect, useState } from 'react'

const SECOND_MS = 1_000

/**
 * Returns the time left until an instant in milliseconds, updated every second; 0 when it has passed. The clock is read again each time,
 * since one long timer would be late after the computer has slept, or if the instant is moved.
 */
export function useTimeLeft(end: string): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Date.parse(end) - now)
}
