import swagger from '@fastify/swagger'
import { operations } from '@winnow/contract'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { describeExamples } from './describe-examples.ts'
import { describeErrors, errorComponents } from './describe-errors.ts'
import type { ApiDocument } from './docs-page/open-api.ts'
import { renderDocsPage } from './docs-page/render-docs-page.ts'

/** Collects the API's description from the operations as they are registered, and serves it as JSON and as a page. */
export async function registerOpenApi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Winnow',
        version,
        description: 'The API of Winnow. Errors carry a code, a message and the request id.',
      },
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: 'winnow_session',
            description: 'Over TLS it is called `__Host-winnow_session`.',
          },
          token: { type: 'http', scheme: 'bearer' },
        },
      },
      security: [{ session: [] }, { token: [] }],
    },
    transform: jsonSchemaTransform,
    transformObject(built) {
      if ('swaggerObject' in built) return built.swaggerObject
      const { components, ...document } = built.openapiObject
      describeErrors(document as ApiDocument, operations)
      describeExamples(document as ApiDocument)
      return {
        ...document,
        components: { ...components, ...errorComponents(operations) },
      } as typeof built.openapiObject
    },
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())

  // The operations no longer change once the server is ready, so the page is rendered only once.
  let page: string | undefined
  app.get('/api/docs', { schema: { hide: true } }, async (_request, reply) => {
    page ??= renderDocsPage(app.swagger() as ApiDocument)
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page)
  })
}
