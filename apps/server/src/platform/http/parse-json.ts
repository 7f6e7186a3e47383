import { isDeeplyNested, MAX_JSON_DEPTH } from '@winnow/domain'
import type { FastifyInstance } from 'fastify'
import { AppError } from './app-error.ts'

/** Parses JSON bodies. Refuses deeply nested bodies, because processing them would block the process. */
export function installJsonParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (isDeeplyNested(body))
      return done(new AppError('VALIDATION', `The JSON is nested more than ${MAX_JSON_DEPTH} levels deep`))
    // The default parser calls `done`, and returns nothing.
    void parse(request, body.toString('utf8'), done)
  })
}
