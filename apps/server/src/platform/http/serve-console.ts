import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from './app-error.ts'
import { isApiPath } from './create-app.ts'

/**
 * Serves the built console. Browsers may cache files with a hash in their name forever, but never the page that refers to them. Every path
 * that is neither a file nor part of the API returns the page, since the console routes in the browser.
 */
export async function serveConsole(app: FastifyInstance, root: string): Promise<void> {
  const page = join(root, 'index.html')
  if (existsSync(page))
    await app.register(fastifyStatic, {
      root,
      wildcard: false,
      index: false,
      setHeaders(reply, path) {
        const isHashed = path.startsWith(join(root, 'assets'))
        void reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') && !isApiPath(request.url.split('?')[0] ?? '')
    if (!isPage || !existsSync(page)) throw notFound()
    return reply.header('cache-control', 'no-cache').sendFile('index.html')
  })
}
