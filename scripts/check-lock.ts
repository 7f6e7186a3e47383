// Lists packages that are missing in package-lock.json although a package in it may install them. `npm ci` refuses such a file on every
// machine, also on those that do not need the packages. It happens when a version was published for some platforms only.
import { readFile } from 'node:fs/promises'
import { z } from 'zod'

const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ optionalDependencies: z.record(z.string(), z.string()).optional() })),
})

const { packages } = lockSchema.parse(
  JSON.parse(await readFile(new URL('../package-lock.json', import.meta.url), 'utf8')),
)
const missing = Object.entries(packages).flatMap(([path, entry]) =>
  Object.entries(entry.optionalDependencies ?? {})
    .filter(([name]) => !(`node_modules/${name}` in packages) && !(`${path}/node_modules/${name}` in packages))
    .map(([name, version]) => `${name}@${version}, which ${path} may install`),
)
for (const line of missing) console.error(`package-lock.json lacks ${line}`)
process.exitCode = missing.length > 0 ? 1 : 0
