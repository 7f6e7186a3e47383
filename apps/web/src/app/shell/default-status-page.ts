/** Opened when the configuration names no status page: what this very installation says of itself. */
export const DEFAULT_STATUS_PAGE = '/api/v1/system-status'
