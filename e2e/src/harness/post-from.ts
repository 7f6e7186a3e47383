import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { API_BASE } from '@winnow/contract'

export interface Posted {
  status: number
  /** The code of an error. */
  code: string | undefined
}

/** Posts JSON to the API from an address of this machine, as a browser without a login does. */
export async function postFrom(
  address: string,
  url: string,
  { path, body, headers = {} }: { path: string; body: object; headers?: Record<string, string> },
): Promise<Posted> {
  const { promise, resolve, reject } = Promise.withResolvers<Posted>()
  const sent = request(
    `${url}${API_BASE}${path}`,
    {
      method: 'POST',
      localAddress: address,
      agent: false,
      headers: { 'content-type': 'application/json', 'x-requested-with': 'e2e', ...headers },
    },
    (reply) => {
      const posted = json(reply).then((answer) => ({
        status: reply.statusCode ?? 0,
        code: (answer as { code?: string }).code,
      }))
      resolve(posted)
    },
  )
  sent.on('error', reject)
  sent.end(JSON.stringify(body))
  return promise
}
