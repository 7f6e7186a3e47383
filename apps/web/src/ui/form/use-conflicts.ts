import { useState } from 'react'
import { changesOf, isSame } from './changes.ts'

/** Fields that the user and somebody else have changed at the same time. */
export interface Conflicts<T extends object> {
  /** The fields, in the order of the form. */
  fields: (keyof T & string)[]
  /** The values of the other person, which are stored now. */
  theirs: T
  /** Keeps the user's value. Saving it replaces that of the other person. */
  keepMine: (field: keyof T & string) => void
  /** Replaces the user's value by that of the other person. */
  takeTheirs: (field: keyof T & string) => void
}

interface Followed<T> {
  values: T
  /** The stored values. */
  stored: T
  /** While the form is being sent, its own values come back as stored ones. They are no conflict. */
  isPending: boolean
  set: (field: keyof T & string, value: T[keyof T & string]) => void
  /** Called when the user decides about a field. */
  onDecided: () => void
}

const fieldsOf = <T extends object>(values: T) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `Object.keys` loses the type of the keys
  Object.keys(values) as (keyof T & string)[]

/** Finds fields that were stored anew by somebody else while the user was changing them. */
export function useConflicts<T extends object>({
  values,
  stored,
  isPending,
  set,
  onDecided,
}: Followed<T>): Conflicts<T> {
  /** For changed fields, the stored value that the user knows; for all others, the stored value. */
  const [known, setKnown] = useState(stored)
  const changes = changesOf(values, stored)
  const next = { ...stored }
  for (const field of fieldsOf(changes)) if (field in known) next[field] = known[field]
  if (!isSame(next, known)) setKnown(next)
  const fields = isPending
    ? []
    : fieldsOf(stored).filter((field) => field in changes && !isSame(next[field], stored[field]))
  return {
    fields,
    theirs: stored,
    keepMine: (field) => {
      setKnown((before) => ({ ...before, [field]: stored[field] }))
      onDecided()
    },
    takeTheirs: (field) => {
      set(field, stored[field])
      onDecided()
    },
  }
}
