import { createPackStore } from '../packs/pack-store.ts'
import type { Network } from './network.ts'
import { loadOnnxNetwork } from './onnx-network.ts'

/** Loaded networks, and failures of others. */
export interface LoadedNetworks {
  networks: Network[]
  /** Networks for number plates; never among the others. */
  plateNetworks: Network[]
  /** Packs that could not be loaded. */
  failures: PackFailure[]
}

/** Why a pack is not in use. `builtin` is the built-in detector. */
export interface PackFailure {
  id: string
  problem: string
}

/** All failures in one line; null when there are none. */
export const describeFailures = (failures: readonly PackFailure[]): string | null =>
  failures.length > 0 ? failures.map(({ id, problem }) => `${id}: ${problem}`).join('; ') : null

/**
 * The networks of this installation: its packs, plus the built-in one if none of them detects persons. A pack that cannot be loaded does
 * not stop the others. Without any, every alarm is passed on unverified, and `failures` says why.
 * @param folder of the packs; without it only the built-in detector
 */
export async function loadNetworks(folder?: string): Promise<LoadedNetworks> {
  const networks: Network[] = []
  const plateNetworks: Network[] = []
  const failures: PackFailure[] = []
  const load = async (id: string, among: Network[], make: () => Promise<Network>): Promise<void> => {
    try {
      const network = await make()
      // The first run compiles and allocates. It should not delay an alarm.
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
