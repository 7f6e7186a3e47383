import type { Detector } from './detector.ts'

/**
 * The detectors of this installation. A pack that cannot be loaded does not stop the rest: without any, every alarm is passed
 * on unverified, and `error` says why.
 */
export async function loadBuiltInDetectors(): Promise<{ detectors: Detector[]; error: string | null }> {
  try {
    const { loadBuiltIn } = await import('../packs/built-in.ts')
    const detector = await loadBuiltIn()
    // The first run compiles and allocates; it should not be some alarm's.
    await detector.detect({ width: 8, height: 8, data: new Uint8Array(8 * 8 * 3) })
    return { detectors: [detector], error: null }
  } catch (error) {
    return { detectors: [], error: error instanceof Error ? error.message : String(error) }
  }
}
