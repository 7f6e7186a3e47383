import type { PackManifest } from '../packs/pack-manifest.ts'
import { outputOf, type NetworkOutput } from './families/family.ts'
import { DISTANCES } from './families/nanodet.ts'

type Outputs = Readonly<Record<string, NetworkOutput>>

/**
 * Returns the number of classes in a network's output, from the shape. null if the output contains class numbers instead of class scores.
 */
function classesIn(outputs: Outputs, family: PackManifest['family']): number | null {
  const dims = (name: string) => outputOf(outputs, name).dims
  switch (family.kind) {
    case 'centernet':
      return dims(family.keypoints)[1] ?? 0
    case 'yolox':
      return (dims(family.output).at(-1) ?? 0) - 5
    case 'nanodet':
      return dims(`${family.classes}8`).at(-1) ?? 0
    case 'nanodet-plus':
      return (dims(family.output).at(-1) ?? 0) - DISTANCES
    case 'fastestdet':
      return (dims(family.output)[1] ?? 0) - 5
    case 'yolo': {
      if (family.layout === 'final') return null
      const [rows = 0, columns = 0] = dims(family.output).slice(-2)
      return family.layout === 'rows' ? columns - 5 : rows - 4
    }
    case 'detr':
      return (dims(family.logits).at(-1) ?? 0) - (family.scores === 'softmax' ? 1 : 0)
    case 'ssd':
      return null
    default:
      return outputOf(outputs, 'cls0').data.length / outputOf(outputs, 'ctr0').data.length
  }
}

/**
 * Whether all numbers are finite. Adds them up, because a single NaN or infinite number makes the sum NaN or infinite, and checking each of
 * a million numbers would take longer. Uses four sums so that the processor can do four additions at the same time.
 */
function isFinite(data: Float32Array): boolean {
  const whole = data.length - (data.length % 4)
  let [a, b, c, d] = [0, 0, 0, 0]
  for (let at = 0; at < whole; at += 4) {
    a += data[at]!
    b += data[at + 1]!
    c += data[at + 2]!
    d += data[at + 3]!
  }
  for (let at = whole; at < data.length; at += 1) a += data[at]!
  return Number.isFinite(a + b + c + d)
}

/**
 * Checks the outputs of a network against its description in the pack. Without this check NaN would look like "nothing found", because it
 * is never above the smallest allowed score, and detections could get the names of wrong classes.
 * @param labels the number of classes that the pack names
 * @throws an error that says what does not fit
 */
export function checkOutputs(outputs: Outputs, family: PackManifest['family'], labels: number): void {
  const classes = classesIn(outputs, family)
  if (classes !== null && classes !== labels)
    throw new Error(`the network tells ${classes} classes apart and the pack has labels for ${labels}`)
  for (const [name, { data }] of Object.entries(outputs))
    if (!isFinite(data)) throw new Error(`output ${name} holds numbers that are none (NaN or infinite)`)
}
