import { RequestError } from '../api/api-errors.ts'

const AGAIN_MS = 5_000

interface Asked {
  data?: unknown
  error: unknown
}

/**
 * How long to wait before a query that failed is sent again by itself, where its error is shown in place of data. Undefined where no error
 * is shown. After a short failure of the server nobody should have to press a button in every part of the screen.
 */
export const askAgainMs = ({ data, error }: Asked): number | undefined =>
  data === undefined && error instanceof RequestError && error.status >= 500 ? AGAIN_MS : undefined
