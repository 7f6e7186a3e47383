import { addDetectorFiles, addDetectors, compareDetectors, setDetectorUse } from './detectors.ts'
import { example } from './example.ts'

export const detectorsExamples = [
  example(addDetectors, { body: { set: 'fast' } }),
  example(addDetectorFiles, { body: { files: [{ sha256: '0'.repeat(64), name: 'detector.onnx' }] } }),
  example(setDetectorUse, { body: { inUse: true } }),
  example(compareDetectors, { body: { packs: [] } }),
]
