import { Agent, request } from 'node:http'

/** An HTTP client that keeps one connection. `post` resolves to whether the answer was 200. */
export function keepHttp(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    post: (bytes: Buffer, path: string, contentType = 'text/plain'): Promise<boolean> =>
      new Promise((resolve, reject) => {
        const headers = { 'content-type': contentType, 'content-length': bytes.length }
        const sent = request({ port, host: '127.0.0.1', method: 'POST', path: `/${path}`, agent, headers }, (reply) => {
          reply.resume().once('end', () => resolve(reply.statusCode === 200))
        })
        sent.once('error', reject).end(bytes)
      }),
    close: (): void => agent.destroy(),
  }
}
