import { GraphImportError } from './onnx-graph.ts'

/** The first line of a .param file of ncnn. */
const MAGIC = '7767517'
/** Keys of arrays are written as this minus the key. */
const ARRAYS = -23_300

/** One layer of an ncnn network with the names of its inputs and outputs, and its options by their numbers. */
export interface NcnnLayer {
  type: string
  name: string
  inputs: readonly string[]
  outputs: readonly string[]
  options: ReadonlyMap<number, number>
  arrays: ReadonlyMap<number, readonly number[]>
}

function readLine(line: string): NcnnLayer {
  const [type = '', name = '', ...rest] = line.trim().split(/\s+/)
  const [into, outOf] = [Number(rest[0]), Number(rest[1])]
  const names = rest.slice(2, 2 + into + outOf)
  if (!Number.isInteger(into) || !Number.isInteger(outOf) || names.length < into + outOf)
    throw new GraphImportError(`a line of the .param file is cut off: ${line.slice(0, 80)}`)
  const options = new Map<number, number>()
  const arrays = new Map<number, readonly number[]>()
  for (const option of rest.slice(2 + into + outOf)) {
    const [key, text] = option.split('=')
    const values = (text ?? '').split(',').map(Number)
    if (values.some((value) => Number.isNaN(value)) || !Number.isInteger(Number(key)))
      throw new GraphImportError(`${name}: the option ${option} cannot be read`)
    if (Number(key) <= ARRAYS) arrays.set(ARRAYS - Number(key), values.slice(1))
    else options.set(Number(key), values[0] ?? 0)
  }
  return { type, name, inputs: names.slice(0, into), outputs: names.slice(into), options, arrays }
}

/** Reads the .param file of an ncnn network. @throws GraphImportError */
export function readNcnnParam(text: string): NcnnLayer[] {
  const [magic = '', counts = '', ...lines] = text.split('\n')
  if (magic.trim() !== MAGIC) throw new GraphImportError('this is not a network of ncnn (its .param file)')
  const layers = lines.filter((line) => line.trim() !== '').map(readLine)
  const told = Number(counts.trim().split(/\s+/)[0])
  if (layers.length !== told)
    throw new GraphImportError(`the .param file has ${layers.length} layers and tells ${told}`)
  return layers
}
