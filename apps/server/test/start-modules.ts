import type { FastifyInstance } from 'fastify'
import { createGatedRegister } from '../src/gated-register.ts'
import { createPlatform, type Platform, type PlatformOutside } from '../src/platform/create-platform.ts'
import { createApp } from '../src/platform/http/create-app.ts'
import { moduleList, type ListFacts, type ModuleList } from '../src/platform/modules/module-list.ts'
import type { TestDatabase } from './database/test-database.ts'
import { openTestOutside, type TestOutsideOptions } from './test-outside.ts'

type Ground = PlatformOutside & Platform

/** An empty list, to which a test adds the modules that it needs. */
export const someModules = () => moduleList<Ground>()

export interface StartedModules<Have> {
  app: FastifyInstance
  deps: Have
  database: TestDatabase
  close(): Promise<void>
}

/** Starts only the operations of some modules, behind the real gate. No port is opened; tests inject requests. */
export async function startModules<Have extends Ground & ListFacts>(
  list: ModuleList<Ground, Have, Have>,
  options: TestOutsideOptions = {},
): Promise<StartedModules<Have>> {
  const { outside, database, watch, close } = await openTestOutside(options)
  const { platform, close: closePlatform } = createPlatform(outside)
  const { deps, close: closeModules } = await list.make({ ...outside, ...platform })
  const app = await createApp(deps)
  const register = createGatedRegister(app, deps, { watch })
  for (const part of list.parts) {
    part.routes?.(register, deps)
    part.deviceRoutes?.(register, deps)
  }
  await app.ready()
  return {
    app,
    deps,
    database,
    async close() {
      await app.close()
      await closeModules()
      await closePlatform()
      await close()
    },
  }
}
