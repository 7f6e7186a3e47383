export interface RtspRequest {
  method: 'DESCRIBE' | 'SETUP' | 'PLAY' | 'GET_PARAMETER' | 'TEARDOWN'
  /** The address without user and password. */
  url: string
  authorization?: string | undefined
  headers?: Readonly<Record<string, string>> | undefined
}

/** Writes a request as it goes over the line (RFC 2326, 6). */
export function writeRequest({ method, url, authorization, headers = {} }: RtspRequest, sequence: number): string {
  return [
    `${method} ${url} RTSP/1.0`,
    `CSeq: ${sequence}`,
    'User-Agent: Winnow',
    ...(method === 'DESCRIBE' ? ['Accept: application/sdp'] : []),
    ...(authorization === undefined ? [] : [`Authorization: ${authorization}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n')
}
