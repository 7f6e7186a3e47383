import { once } from 'node:events'
import { createServer } from 'node:http'
import { inSystemAtOnce } from '@winnow/server/src/platform/db/transaction.ts'
import { acceptSignal } from '@winnow/server/src/modules/intake/accept-signal.ts'

type Deps = Parameters<typeof acceptSignal>[0]

/** The ingest route with nothing around it: it stores a body, syncs it, commits its row and answers 200. */
export function createBareRoute({ companyId, ...deps }: Deps & { companyId: string }) {
  const server = createServer((request, response) => {
    const [, siteId = '', viewId = ''] = (request.url ?? '').split('/')
    const targets = [{ companyId, siteId, viewId, recipient: null }]
    const message = {
      source: 'http' as const,
      body: request,
      rawType: 'text/plain',
      targets,
      remoteAddress: '127.0.0.1',
    }
    const answer = (status: number): void => void response.writeHead(status).end()
    acceptSignal(deps, message, inSystemAtOnce).then(
      () => answer(200),
      () => answer(503),
    )
  })
  return {
    async listen(): Promise<{ port: number }> {
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const address = server.address()
      return { port: typeof address === 'object' && address ? address.port : 0 }
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
