import { useEffect, useState } from 'react'

/** True once `value` has been true for `ms` without interruption. False as soon as `value` is false. */
export function useDelayed(value: boolean, ms: number): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!value) return undefined
    const timer = setTimeout(() => setLate(true), ms)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [value, ms])
  return value && late
}
