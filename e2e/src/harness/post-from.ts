import { request, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { API_BASE } from '@winnow/contract'

export interface Posted {
  status: number
  /** The error code, if the response is an error. */
  code: string | undefined
}

export interface Fetched extends Posted {
  headers: IncomingHttpHeaders
}

/** Calls the API from a given address of this machine, as a browser without a session does. */
async function askFrom(
  address: string,
  url: string,
  { method, path, body = '', headers }: { method: string; path: string; body?: string; headers: object },
): Promise<Fetched> {
  const { promise, resolve, reject } = Promise.withResolvers<Fetched>()
  const sent = request(
    `${url}${API_BASE}${path}`,
    { method, localAddress: address, agent: false, headers: { 'x-requested-with': 'e2e', ...headers } },
    (reply) => {
      const isJson = reply.headers['content-type']?.startsWith('application/json') === true
      const fetched = buffer(reply).then((bytes) => ({
        status: reply.statusCode ?? 0,
        code: isJson ? (JSON.parse(bytes.toString()) as { code?: string }).code : undefined,
        headers: reply.headers,
      }))
      resolve(fetched)
    },
  )
  sent.on('error', reject)
  sent.end(body)
  return promise
}

export const getFrom = (address: string, url: string, path: string): Promise<Fetched> =>
  askFrom(address, url, { method: 'GET', path, headers: {} })

export const postFrom = (
  address: string,
  url: string,
  { path, body, headers = {} }: { path: string; body: object; headers?: Record<string, string> },
): Promise<Posted> =>
  askFrom(address, url, {
    method: 'POST',
    path,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })
