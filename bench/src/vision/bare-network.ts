import { InferenceSession, Tensor } from 'onnxruntime-node'
import { createPackStore, packFolder } from '@winnow/vision/packs'

const RUNS = 20

/** Runs each network alone on prepared input, one run after the other: the lower limit of the time for any pipeline. */
export async function measureBareNetworks(dataDir: string): Promise<{ id: string; ms: number }[]> {
  const { packs } = await createPackStore(packFolder(dataDir)).list()
  const measured: { id: string; ms: number }[] = []
  for (const { manifest, model } of packs) {
    const session = await InferenceSession.create(model, {
      executionProviders: ['cpu'],
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      graphOptimizationLevel: 'all',
      logSeverityLevel: 3,
    })
    const { name, width, height } = manifest.input
    const numbers = Float32Array.from({ length: 3 * width * height }, (_, index) => (index * 7919) % 256)
    const feeds = { [name]: new Tensor('float32', numbers, [1, 3, height, width]) }
    await session.run(feeds)
    const began = performance.now()
    for (let run = 0; run < RUNS; run += 1) await session.run(feeds)
    measured.push({ id: manifest.id, ms: (performance.now() - began) / RUNS })
    await session.release()
  }
  return measured
}
