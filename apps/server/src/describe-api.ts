import type { Operation } from '@winnow/contract'
import Fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { overrideConstraint } from './platform/http/override-constraint.ts'
import { registerOpenApi } from './platform/http/openapi.ts'
import { createRegister } from './platform/http/register.ts'

const nobody = async (): Promise<never> => {
  throw new Error('only described, never called')
}

/**
 * The OpenAPI document of a list of operations. It is generated in the same way as the document that the server serves, but without a
 * database or other services.
 */
export async function describeApi(operations: readonly Operation[]): Promise<object> {
  const app = Fastify({
    routerOptions: { constraints: { override: overrideConstraint } },
  }) as unknown as FastifyInstance
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  await registerOpenApi(app, '0.1.0')
  const { register } = createRegister(
    app,
    { authenticate: nobody, companiesOf: nobody, permissionsOn: nobody },
    { require() {} },
  )
  for (const operation of operations) register(operation, nobody)
  await app.ready()
  const document = app.swagger()
  await app.close()
  return document
}
