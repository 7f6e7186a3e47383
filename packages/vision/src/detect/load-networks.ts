import type { RuleCapability } from '@winnow/domain'
import { RULE_PACKS, type PackManifest } from '../packs/pack-manifest.ts'
import { createPackStore } from '../packs/pack-store.ts'
import type { Network } from './network.ts'
import { loadOnnxNetwork } from './onnx-network.ts'

/** The loaded networks, and the packs that could not be loaded. */
export interface LoadedNetworks {
  networks: Network[]
  /** The networks that find number plates. They are not in `networks`. */
  plateNetworks: Network[]
  /** The networks that only rules need. They are not in `networks`. */
  ruleNetworks: RuleNetwork[]
  /** Packs that could not be loaded. */
  failures: PackFailure[]
}

/** A network that looks for what a rule asks for. */
export interface RuleNetwork {
  capability: RuleCapability
  /** All labels that it can return. */
  labels: string[]
  network: Network
}

const isForRules = (capability: PackManifest['capability']): capability is RuleCapability =>
  RULE_PACKS.some((one) => one === capability)

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
  const ruleNetworks: RuleNetwork[] = []
  const failures: PackFailure[] = []
  const load = async (id: string, accept: (network: Network) => void, make: () => Promise<Network>): Promise<void> => {
    try {
      const network = await make()
      // The first run is slow because it compiles and allocates. It is done now so that it does not delay an alarm.
      const { width, height } = network.input
      const side = { width, height }
      await network.look(new Uint8Array(3 * width * height), { side, covered: side })
      accept(network)
    } catch (error) {
      failures.push({ id, problem: error instanceof Error ? error.message : String(error) })
    }
  }
  const { packs, broken } = folder === undefined ? { packs: [], broken: [] } : await createPackStore(folder).list()
  failures.push(...broken)
  for (const { manifest, model } of packs) {
    const { capability, labels } = manifest
    const accept = (network: Network): void => {
      if (isForRules(capability)) ruleNetworks.push({ capability, labels: labels === 'coco-80' ? [] : labels, network })
      else (capability === 'plate' ? plateNetworks : networks).push(network)
    }
    await load(manifest.id, accept, () => loadOnnxNetwork(manifest, model))
  }
  if (!networks.some(({ sees }) => sees.includes('person'))) {
    const accept = (network: Network): void => void networks.push(network)
    await load('builtin', accept, async () => {
      const { loadBuiltIn } = await import('../packs/built-in.ts')
      return loadBuiltIn()
    })
  }
  return { networks, plateNetworks, ruleNetworks, failures }
}
