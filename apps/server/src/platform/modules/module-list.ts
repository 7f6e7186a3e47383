import { allCameraSystems, type CameraSystems } from '../connect/camera-systems.ts'
import type { Made, Module, Part } from './module.ts'
import { allTables, type Table } from './tables.ts'

/** A module in a list. `with` has checked that the list provides the services that the module needs. */
type Entry<Uses> = Part<Uses> & {
  readonly make?: (needs: never) => Made<object> | Promise<Made<object>>
}

/** Facts about all modules. A list passes them to each module. */
export interface ListFacts {
  /** All tables of the modules and of the platform. */
  tables: readonly Table[]
  /** The systems of all modules behind which cameras stand. */
  cameraSystems: CameraSystems
}

/** The services of a list of modules. */
export interface Assembly<Have> {
  /** The platform and the services of all modules. */
  deps: Have
  /** Closes the services, in reverse order. */
  close: () => Promise<void>
}

/**
 * Modules in the order in which their services are created.
 * @template Outside the dependencies that the first module gets
 * @template Have `Outside` and the services of all modules
 * @template Uses the services that the functions of `parts` need
 */
export interface ModuleList<Outside, Have, Uses> {
  readonly parts: readonly Part<Uses>[]
  /** Adds a module. It may only need services that the list already provides. */
  with<MoreUses, Makes extends object>(
    module: Module<MoreUses, Have, Makes>,
  ): ModuleList<Outside, Have & Makes, Uses & MoreUses>
  /** Creates the services of all modules. If one fails, the services of the modules before it are closed. */
  make(outside: Outside): Promise<Assembly<Have>>
}

/** A list without modules. @template Outside the dependencies that the first module will get */
export const moduleList = <Outside extends object>(): ModuleList<Outside, Outside & ListFacts, object> => listOf([])

function listOf<Outside extends object, Have, Uses>(modules: readonly Entry<Uses>[]): ModuleList<Outside, Have, Uses> {
  return {
    parts: modules,
    with: <MoreUses, Makes extends object>(module: Module<MoreUses, Have, Makes>) =>
      listOf<Outside, Have & Makes, Uses & MoreUses>([...modules, module]),
    async make(outside) {
      const closing: (() => void | Promise<void>)[] = []
      const close = async (): Promise<void> => {
        for (const one of closing.splice(0).toReversed()) await one()
      }
      let deps: object = {
        ...outside,
        tables: allTables(modules),
        cameraSystems: allCameraSystems(modules),
      } satisfies ListFacts
      try {
        for (const { make } of modules) {
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `with` has checked that the list provides these services
          const made = await make?.(deps as never)
          if (made === undefined) continue
          deps = { ...deps, ...made.services }
          if (made.close) closing.push(made.close)
        }
      } catch (error) {
        await close()
        throw error
      }
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `with` adds to `Have` what each module makes
      return { deps: deps as Have, close }
    },
  }
}
