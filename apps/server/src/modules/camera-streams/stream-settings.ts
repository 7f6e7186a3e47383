import { ONVIF_PORT, STREAM_TRIGGERS } from '@winnow/contract'
import { z } from 'zod'

/** The kind of a connection that reads the stream of a camera. */
export const STREAM_KIND = 'rtsp'

/** The settings of such a connection as they are stored. Its secret is the password. */
export const streamSettings = z.object({
  /** Without user and password. */
  url: z.string(),
  username: z.string(),
  coolDownSeconds: z.number(),
  trigger: z.enum(STREAM_TRIGGERS).default('motion'),
  /** Where the camera reports motion by ONVIF. */
  onvifPort: z.number().default(ONVIF_PORT),
})
export type StreamSettings = z.output<typeof streamSettings>

const USUAL_PORT = 554

/** Where the stream is. The host of an IPv6 address is written without brackets. */
export function placeOf(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url)
  return { host: hostname.replaceAll(/^\[|\]$/g, '').toLowerCase(), port: port === '' ? USUAL_PORT : Number(port) }
}
