import { createPackStore } from '../packs/pack-store.ts'
import type { Network } from './network.ts'
import { loadOnnxNetwork } from './onnx-network.ts'

/** The loaded networks, and the packs that could not be loaded. */
export interface LoadedNetworks {
  networks: Network[]
  /** The networks that find number plates. They are not in `networks`. */
  plateNetworks: Network[]
  /** Packs that could not be loaded. */
  failures: PackFailure[]
}

/** A pack that could not be loaded, and why. The id `builtin` is the built-in detector. */
export interface PackFailure {
  id: string
  problem: string
}

/** Describes all failures in one line. Returns null if there are none. */
export const describeFailures = (failures: readonly PackFailure[]): string | null =>
  failures.length > 0 ? failures.map(({ id, problem }) => `${id}: ${problem}`).join('; ') : null

/**
 * Loads the networks of this installation: its packs, and the built-in network if no pack detects persons. If a pack cannot be loaded, the
 * others are still loaded. If no network can be loaded, every alarm is passed on as unverified, and `failures` says why.
 * @param folder the folder of the packs; without it only the built-in detector is loaded
 */
export async function loadNetworks(folder?: string): Promise<LoadedNetworks> {
  const networks: Network[] = []
  const plateNetworks: Network[] = []
  const failures: PackFailure[] = []
  const load = async (id: string, among: Network[], make: () => Promise<Network>): Promise<void> => {
    try {
      const network = await make()
      // The first run is slow because it compiles and allocates. It is done now so that it does not delay an alarm.
      const { width, height } = network.input
      const side = { width, height }
      await network.look(new Uint8Array(3 * width * height), { side, covered: side })
      among.push(network)
    } catch (error) {
      failures.push({ id, problem: error instanceof Error ? error.message : String(error) })
    }
  }
  const { packs, broken } = folder === undefined ? { packs: [], broken: [] } : await createPackStore(folder).list()
  failures.push(...broken)
  for (const { manifest, model } of packs) {
    const among = manifest.capability === 'plate' ? plateNetworks : networks
    await load(manifest.id, among, () => loadOnnxNetwork(manifest, model))
  }
  if (!networks.some(({ sees }) => sees.includes('person'))) {
    await load('builtin', networks, async () => {
      const { loadBuiltIn } = await import('../packs/built-in.ts')
      return loadBuiltIn()
    })
  }
  return { networks, plateNetworks, failures }
}
