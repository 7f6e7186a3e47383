import { MODULES } from './modules.ts'
import type { Outside } from './outside.ts'
import { createPlatform } from './platform/create-platform.ts'

export type Container = Awaited<ReturnType<typeof createContainer>>

/**
 * Creates the services of the program and connects them, once. It does not open ports or start work; `roles.ts` starts the parts that the
 * settings require.
 */
export async function createContainer(outside: Outside) {
  const { platform, close } = createPlatform(outside)
  const assembly = await MODULES.make({ ...outside, ...platform }).catch(async (error: unknown) => {
    await close()
    throw error
  })
  const { env, ports } = platform
  return {
    env,
    deps: assembly.deps,
    ports,
    async close() {
      await assembly.close()
      await close()
    },
  }
}
