import { RequestError } from '../api/api-errors.ts'

const AGAIN_MS = 5_000

interface Asked {
  data?: unknown
  error: unknown
}

/**
 * The time in milliseconds until a query is repeated automatically because the server failed (status 500 or higher) and there is no data to
 * show. Undefined in all other cases. Without it, after a short failure of the server, users would have to press a retry button in every
 * part of the screen.
 */
export const askAgainMs = ({ data, error }: Asked): number | undefined =>
  data === undefined && error instanceof RequestError && error.status >= 500 ? AGAIN_MS : undefined
