import { DatabaseError } from 'pg'

/** Classes of SQLSTATE that say that a value cannot be kept (22, data exception) or must not be (23, integrity violation). */
const OF_THE_VALUE = /^2[23]/

/** Whether the database was there and refused what it was given, so that giving it the same again is in vain. */
export const isRefusedValue = (error: unknown): boolean =>
  error instanceof DatabaseError && OF_THE_VALUE.test(error.code ?? '')
