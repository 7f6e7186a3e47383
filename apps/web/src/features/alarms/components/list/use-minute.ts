import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000

/** The current time, updated every minute, for texts that depend on the day or on an age. */
export function useMinute(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
