import { useState } from 'react'

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * What a user changes of a thing that may change on the server in the meantime: only the touched fields are held, all others go on
 * following the server.
 */
export function useDraft<T extends object>(server: T) {
  const [touched, setTouched] = useState<Partial<T>>({})
  const value: T = { ...server, ...touched }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `touched` has only fields of T, which its type cannot tell `Object.keys`
  const fields = (Object.keys(touched) as (keyof T)[]).filter((field) => !isSame(touched[field], server[field]))
  const changes: Partial<T> = {}
  for (const field of fields) changes[field] = touched[field]
  return {
    value,
    changes,
    dirty: fields.length > 0,
    set: (change: Partial<T>) => setTouched((before) => ({ ...before, ...change })),
    reset: () => setTouched({}),
  }
}
