import { ERRORS, errorsOf, operations, type ErrorBody, type ErrorCode } from '@winnow/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors, isResponseSerializationError } from 'fastify-type-provider-zod'
import { BusyError } from '../crypto/gate.ts'
import type { Logger } from '../log.ts'
import { AppError } from './app-error.ts'
import { isPassing } from './is-passing.ts'

/** The value of Retry-After for temporary failures, in seconds. */
const PASSING_SECONDS = 10

/** Errors of the framework and the contract's codes for them. */
const BY_FASTIFY_CODE: Record<string, ErrorCode> = {
  FST_REQ_FILE_TOO_LARGE: 'TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA',
  FST_ERR_CTP_INVALID_JSON_BODY: 'VALIDATION',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'VALIDATION',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'VALIDATION',
}

function validationFields(error: FastifyError): NonNullable<ErrorBody['errors']> {
  if (!hasZodFastifySchemaValidationErrors(error)) return []
  return error.validation.map((issue) => ({
    field: issue.instancePath.split('/').filter(Boolean).join('.'),
    message: issue.message ?? 'Invalid',
  }))
}

/** Converts any error into the contract's error body. Internal details stay in the log. */
export function toErrorBody(
  error: FastifyError | AppError | Error,
  requestId: string,
): { status: number; body: ErrorBody } {
  if (error instanceof AppError) {
    const errors = error.fields.length > 0 ? { errors: error.fields } : {}
    const consent = error.consentCode === undefined ? {} : { consentCode: error.consentCode }
    const labels = error.labels === undefined ? {} : { labels: error.labels }
    return {
      status: error.status,
      body: { code: error.code, message: error.message, requestId, ...errors, ...consent, ...labels },
    }
  }
  if (error instanceof BusyError)
    return { status: ERRORS.UNAVAILABLE, body: { code: 'UNAVAILABLE', message: 'Try again in a moment', requestId } }
  if ('validation' in error && error.validation) {
    const errors = validationFields(error)
    const message = errors.map((field) => (field.field ? `${field.field}: ${field.message}` : field.message)).join('\n')
    return { status: 400, body: { code: 'VALIDATION', message: message || 'Invalid request', requestId, errors } }
  }
  const code = 'code' in error ? BY_FASTIFY_CODE[error.code] : undefined
  if (code) return { status: ERRORS[code], body: { code, message: error.message, requestId } }
  if (
    'statusCode' in error &&
    typeof error.statusCode === 'number' &&
    error.statusCode >= 400 &&
    error.statusCode < 500
  )
    return { status: error.statusCode, body: { code: 'VALIDATION', message: error.message, requestId } }
  if (isPassing(error))
    return {
      status: ERRORS.UNAVAILABLE,
      body: { code: 'UNAVAILABLE', message: 'This does not work for the moment: try again later', requestId },
    }
  return { status: 500, body: { code: 'INTERNAL', message: 'Something went wrong on the server', requestId } }
}

/** The log message for an operation's error that the contract does not declare. Tests fail when they find it. */
export const UNDECLARED_ERROR = 'the contract does not name this error of the operation'

const byId = new Map(operations.map((operation) => [operation.id, operation]))

const tooLarge = ({ routeOptions }: FastifyRequest): AppError =>
  new AppError('TOO_LARGE', `The body of this call may have at most ${routeOptions.bodyLimit} bytes`)

/** Installs the error handler, and the 404 of unknown API paths. */
export function installErrorHandler(app: FastifyInstance, log: Logger): void {
  app.setErrorHandler((thrown: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const error = thrown.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? tooLarge(request) : thrown
    const { status, body } = toErrorBody(error, request.id)
    // A full gate is normal operation, so it is not logged as an error.
    if (error instanceof BusyError) void reply.header('retry-after', '1')
    else if (status >= 500)
      log.error({ err: error, requestId: request.id, route: request.routeOptions.url }, 'request failed')
    if (isResponseSerializationError(error))
      log.error({ issues: error.cause.issues, requestId: request.id }, 'reply does not fit the contract')
    const operation = byId.get(request.routeOptions.schema?.operationId ?? '')
    if (operation && !errorsOf(operation).includes(body.code))
      log.error({ operation: operation.id, code: body.code, requestId: request.id }, UNDECLARED_ERROR)
    if (error instanceof AppError && error.retryAfter !== undefined)
      void reply.header('retry-after', String(error.retryAfter))
    else if (status === ERRORS.UNAVAILABLE && !reply.hasHeader('retry-after'))
      void reply.header('retry-after', String(PASSING_SECONDS))
    return reply.code(status).send(body)
  })
}
