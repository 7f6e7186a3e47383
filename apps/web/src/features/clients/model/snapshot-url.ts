import { API_BASE } from '@winnow/contract'

/**
 * Returns the address of the small copy of a camera's latest picture.
 * @param version changes with the picture, so that a browser requests a new one
 */
export const thumbnailUrl = (viewId: string, version: string): string =>
  `${API_BASE}/v1/view/${viewId}/snapshot?size=thumbnail&prefetch=true&v=${version}`
