import { createPackStore } from '../packs/pack-store.ts'
import { detect, type Detector } from './detector.ts'
import { loadOnnxDetector } from './onnx-detector.ts'

/** Detectors that are ready, and why others are not. */
export interface LoadedDetectors {
  detectors: Detector[]
  /** What went wrong with packs that could not be loaded; null when all is well. */
  error: string | null
}

/**
 * The detectors of this installation: its packs, or the built-in one where there are none. A pack that cannot be loaded does not
 * stop the rest: without any, every alarm is passed on unverified, and `error` says why.
 * @param folder of the packs; without it only the built-in detector
 */
export async function loadDetectors(folder?: string): Promise<LoadedDetectors> {
  const detectors: Detector[] = []
  const errors: string[] = []
  const load = async (id: string, make: () => Promise<Detector>): Promise<void> => {
    try {
      const detector = await make()
      // The first run compiles and allocates; it should not be some alarm's.
      await detect(detector, { width: 8, height: 8, data: new Uint8Array(8 * 8 * 3) })
      detectors.push(detector)
    } catch (error) {
      errors.push(`${id}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  const { packs, broken } = folder === undefined ? { packs: [], broken: [] } : await createPackStore(folder).list()
  for (const { id, problem } of broken) errors.push(`${id}: ${problem}`)
  for (const { manifest, model } of packs) await load(manifest.id, () => loadOnnxDetector(manifest, model))
  if (detectors.length === 0) {
    await load('built-in detector', async () => {
      const { loadBuiltIn } = await import('../packs/built-in.ts')
      return loadBuiltIn()
    })
  }
  return { detectors, error: errors.length > 0 ? errors.join('; ') : null }
}
