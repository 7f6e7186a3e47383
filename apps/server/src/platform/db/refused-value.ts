import { DatabaseError } from 'pg'

/** SQLSTATE classes of values that cannot be stored (22, data exception) or must not be stored (23, integrity violation). */
const OF_THE_VALUE = /^2[23]/

/** Whether the database refused the value itself, so that trying again is useless. */
export const isRefusedValue = (error: unknown): boolean =>
  error instanceof DatabaseError && OF_THE_VALUE.test(error.code ?? '')
