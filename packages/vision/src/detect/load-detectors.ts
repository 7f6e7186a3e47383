import { createPackStore } from '../packs/pack-store.ts'
import { detect, type Detector } from './detector.ts'
import { loadOnnxDetector } from './onnx-detector.ts'

/** Detectors that are ready, and why others are not. */
export interface LoadedDetectors {
  detectors: Detector[]
  /** Those that look for number plates; never among the others. */
  plateDetectors: Detector[]
  /** What went wrong with packs that could not be loaded; null when all is well. */
  error: string | null
}

/**
 * The detectors of this installation: its packs, or the built-in one where none of them looks for what matters. A pack that cannot
 * be loaded does not stop the rest: without any, every alarm is passed on unverified, and `error` says why.
 * @param folder of the packs; without it only the built-in detector
 */
export async function loadDetectors(folder?: string): Promise<LoadedDetectors> {
  const detectors: Detector[] = []
  const plateDetectors: Detector[] = []
  const errors: string[] = []
  const load = async (id: string, among: Detector[], make: () => Promise<Detector>): Promise<void> => {
    try {
      const detector = await make()
      // The first run compiles and allocates; it should not be some alarm's.
      await detect(detector, { width: 8, height: 8, data: new Uint8Array(8 * 8 * 3) })
      among.push(detector)
    } catch (error) {
      errors.push(`${id}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  const { packs, broken } = folder === undefined ? { packs: [], broken: [] } : await createPackStore(folder).list()
  for (const { id, problem } of broken) errors.push(`${id}: ${problem}`)
  for (const { manifest, model } of packs) {
    const among = manifest.capability === 'plate' ? plateDetectors : detectors
    await load(manifest.id, among, () => loadOnnxDetector(manifest, model))
  }
  if (detectors.length === 0) {
    await load('built-in detector', detectors, async () => {
      const { loadBuiltIn } = await import('../packs/built-in.ts')
      return loadBuiltIn()
    })
  }
  return { detectors, plateDetectors, error: errors.length > 0 ? errors.join('; ') : null }
}
