import { InferenceSession, Tensor } from 'onnxruntime-node'
import { describe, expect, test } from 'vitest'
import { encodeOnnx } from './encode-onnx.ts'
import { ints, type OnnxGraph, type OnnxNode, type OnnxTensor } from './onnx-graph.ts'
import { quantise, valuesToMeasure } from './quantise.ts'

const SIDE = 4
const dims = [1, 1, SIDE, SIDE]
const tensor = (shape: readonly number[], ...data: number[]): OnnxTensor => ({
  dims: shape,
  data: new Float32Array(data),
})

const convolve = (input: string, output: string, kernel: string): OnnxNode => ({
  op: 'Conv',
  inputs: [input, kernel],
  outputs: [output],
  attributes: { pads: ints([1, 1, 1, 1]) },
})

/**
 * A small network with three convolutions. The first one sharpens the picture, and its output is shifted and clipped to 0…6 (`cut`). The
 * second one filters `cut`, and the two are added (`sum`). The third one averages `sum` over 3 × 3 pixels.
 */
const NETWORK: OnnxGraph = {
  name: 'small',
  inputs: [{ name: 'picture', dims }],
  outputs: [{ name: 'answer', dims }],
  nodes: [
    convolve('picture', 'plain', 'sharp'),
    { op: 'Add', inputs: ['plain', 'shift'], outputs: ['shifted'] },
    { op: 'Clip', inputs: ['shifted', 'zero', 'six'], outputs: ['cut'] },
    convolve('cut', 'again', 'sharp2'),
    { op: 'Add', inputs: ['again', 'cut'], outputs: ['sum'] },
    convolve('sum', 'answer', 'mean'),
  ],
  constants: new Map([
    ['sharp', tensor([1, 1, 3, 3], 0, -0.5, 0, -0.5, 3, -0.5, 0, -0.5, 0)],
    ['sharp2', tensor([1, 1, 3, 3], 0, 0.25, 0, 0.25, -1, 0.25, 0, 0.25, 0)],
    ['mean', tensor([1, 1, 3, 3], 0.11, 0.11, 0.11, 0.11, 0.11, 0.11, 0.11, 0.11, 0.11)],
    ['shift', tensor([1, 1, 1, 1], -0.7)],
    ['zero', tensor([], 0)],
    ['six', tensor([], 6)],
  ]),
}

const PICTURE = Float32Array.from({ length: SIDE * SIDE }, (_, at) => (at * 7) % 5)

async function answersOf(graph: OnnxGraph): Promise<Record<string, Float32Array>> {
  const session = await InferenceSession.create(encodeOnnx(graph), { logSeverityLevel: 3 })
  const answers = await session.run({ picture: new Tensor('float32', PICTURE, dims) })
  return Object.fromEntries(Object.entries(answers).map(([name, { data }]) => [name, Float32Array.from(data, Number)]))
}

async function measuredRanges(): Promise<[number, number][]> {
  const values = valuesToMeasure(NETWORK)
  const answers = await answersOf({ ...NETWORK, outputs: values.map((name) => ({ name })) })
  return values.map((name) => [Math.min(...answers[name]!), Math.max(...answers[name]!)])
}

describe('a network in integers', () => {
  test('needs the ranges of the values between the convolutions, after shift and clipping', () => {
    expect(valuesToMeasure(NETWORK)).toEqual(['picture', 'cut', 'again', 'sum'])
  })

  test('gives the same results as in floats, except for rounding', async () => {
    const { answer: floats } = await answersOf(NETWORK)
    const { answer: whole } = await answersOf(quantise(NETWORK, await measuredRanges()))
    const apart = floats!.map((value, at) => Math.abs(value - whole![at]!))
    expect(Math.max(...floats!)).toBeGreaterThan(2)
    expect(Math.max(...apart)).toBeGreaterThan(0)
    expect(Math.max(...apart)).toBeLessThan(0.08)
  })

  test('clips where the original clips', async () => {
    const graph = quantise({ ...NETWORK, outputs: [{ name: 'cut/rounded', dims }] }, await measuredRanges())
    expect(graph.nodes.some(({ op }) => op === 'Clip')).toBe(false)
    const { 'cut/rounded': cut } = await answersOf(graph)
    expect([Math.min(...cut!), Math.max(...cut!)]).toEqual([0, 6])
  })

  test('computes the last convolution, whose output is the result, in floats', async () => {
    const { nodes } = quantise(NETWORK, await measuredRanges())
    expect(nodes.find(({ outputs }) => outputs[0] === 'answer')?.inputs).toEqual(['sum/rounded', 'mean'])
    expect(nodes.find(({ outputs }) => outputs[0] === 'sharp')?.op).toBe('DequantizeLinear')
  })

  test('cannot be created with the ranges of another network', () => {
    expect(() => quantise(NETWORK, [[0, 1]])).toThrow('1 ranges for 4 values: they are of another network')
  })
})
