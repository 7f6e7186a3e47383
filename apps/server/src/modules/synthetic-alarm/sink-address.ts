/** The host of the receiver of synthetic alarms. No name server knows it (RFC 6761), and no guard lets anybody else call it. */
const SINK_HOST = 'synthetic-alarm.invalid'

export const sinkUrl = (token: string): string => `http://${SINK_HOST}/${token}`

export const isSinkUrl = (url: string): boolean => URL.parse(url)?.hostname === SINK_HOST
