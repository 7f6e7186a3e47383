import { InferenceSession, Tensor } from 'onnxruntime-node'
import { describe, expect, test } from 'vitest'
import { encodeOnnx } from './encode-onnx.ts'
import { importNcnn } from './import-ncnn.ts'

const PICTURE = { width: 2, height: 2 }

const floats = (...values: number[]) => new Uint8Array(Float32Array.from(values).buffer)
const tag = (value: number) => new Uint8Array(Uint32Array.of(value).buffer)
const FLOATS = tag(0)
const HALVES = tag(0x01_30_6b_47)
const BYTES = tag(0x00_0d_4b_38)
const together = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts))

const param = (...layers: string[]) =>
  ['7767517', `${layers.length + 1} 9`, 'Input data 0 1 data', ...layers, ''].join('\n')

/** The answer of a network to a picture of 3 channels of 2 × 2, whose values count up from 0. */
async function answer(text: string, bin: Uint8Array = new Uint8Array(), output = 'out'): Promise<number[]> {
  const graph = importNcnn(text, bin, { input: PICTURE, outputs: [output] })
  const session = await InferenceSession.create(encodeOnnx(graph), { logSeverityLevel: 3 })
  const numbers = Float32Array.from({ length: 12 }, (_, index) => index)
  const result = await session.run({ data: new Tensor('float32', numbers, [1, 3, 2, 2]) })
  return [...(result[graph.outputs[0]!.name]?.data ?? [])].map(Number)
}

/** One channel of the first channel times 1, the second times −2, and no third. */
const CONVOLUTION = 'Convolution conv 1 1 data out 0=1 1=1 5=1 6=3'
const SUMS = [0 - 8, 1 - 10, 2 - 12, 3 - 14]

describe('an ncnn network', () => {
  test('computes in ONNX what its description defines, with weights of 32, 16 and 8 bits', async () => {
    expect(await answer(param(CONVOLUTION), together(FLOATS, floats(1, -2, 0, 0)))).toEqual(SUMS)
    const halves = new Uint8Array([0x00, 0x3c, 0x00, 0xc0, 0, 0, 0, 0])
    expect(await answer(param(CONVOLUTION), together(HALVES, halves, floats(0)))).toEqual(SUMS)
    // Bytes are aligned to four, and divided by the scale of their channel. The scales of activations follow and do nothing.
    const bytes = together(BYTES, new Uint8Array([64, 256 - 128, 0, 0]), floats(0), floats(64), floats(7), floats(9))
    expect(await answer(param(`${CONVOLUTION} 8=102`), bytes)).toEqual(SUMS)
  })

  test('cuts, shuffles, adds and puts channels together, and lets through less of what is below 0', async () => {
    const depthwise = 'ConvolutionDepthWise each 1 1 data a 0=3 1=1 5=1 6=3 7=3 8=1 9=2 -23310=1,5.0e-1'
    const bytes = together(BYTES, new Uint8Array([1, 255, 1, 0]), floats(0, 0, 0), floats(1, 1, 1), floats(1))
    expect(await answer(param(depthwise), bytes, 'a')).toEqual([0, 1, 2, 3, -2, -2.5, -3, -3.5, 8, 9, 10, 11])
    const cut = 'Slice cut 1 2 data one rest -23300=2,1,-233'
    expect(await answer(param(cut, 'Concat all 2 1 rest one out'))).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 0, 1, 2, 3])
    const mixed = param(cut, 'Concat four 2 1 rest rest four', 'ShuffleChannel mix 1 1 four out 0=2')
    const [second, third] = [
      [4, 5, 6, 7],
      [8, 9, 10, 11],
    ]
    expect(await answer(mixed)).toEqual([second, second, third, third].flat())
    const sum = param('Split two 1 2 data a b', 'BinaryOp sum 2 1 a b out')
    expect((await answer(sum)).slice(0, 4)).toEqual([0, 2, 4, 6])
  })

  test('takes the largest of neighbours, and enlarges between them', async () => {
    expect(await answer(param('Pooling most 1 1 data out 1=3 2=2 3=1 5=1'))).toEqual([3, 7, 11])
    const first = (await answer(param('Interp more 1 1 data out 0=2 1=2.0 2=2.0'))).slice(0, 4)
    expect(first).toEqual([0, 0.25, 0.75, 1])
  })

  test('names a layer or an option that is not supported', () => {
    const convert = (text: string, bin = new Uint8Array()) =>
      importNcnn(text, bin, { input: PICTURE, outputs: ['out'] })
    expect(() => convert(param('LSTM memory 1 1 data out'))).toThrow('operator LSTM is not supported (memory)')
    expect(() => convert(param(`${CONVOLUTION} 2=2`))).toThrow('conv: option 2 of Convolution is not supported')
    expect(() => convert(param('Pooling mean 1 1 data out 0=1 5=1'))).toThrow('mean: this pooling')
    expect(() => convert(param('Interp sharp 1 1 data out 0=3'))).toThrow('sharp: this interpolation')
    expect(() => convert(param('BinaryOp times 2 1 data data out 0=2'))).toThrow('times: only sums')
  })

  test('is refused when a file is invalid, truncated or belongs to another', () => {
    const convert = (text: string, bin = together(FLOATS, floats(1, -2, 0, 0))) =>
      importNcnn(text, bin, { input: PICTURE, outputs: ['out'] })
    expect(() => convert('<net/>')).toThrow('not a network of ncnn')
    expect(() => convert(param(CONVOLUTION).replace('2 9', '3 9'))).toThrow('has 2 layers and tells 3')
    expect(() => convert(param('Convolution conv 1 1 data'))).toThrow('is cut off')
    expect(() => convert(param(`${CONVOLUTION} 0=x`))).toThrow('the option 0=x cannot be read')
    expect(() => convert(param(CONVOLUTION), together(FLOATS, floats(1, -2)))).toThrow('.bin file ends too early')
    expect(() => convert(param(CONVOLUTION), together(tag(5), floats(1, -2, 0, 0)))).toThrow('in an unknown way (5)')
    expect(() => convert(param(CONVOLUTION), together(FLOATS, floats(1, -2, 0, 0, 0)))).toThrow('does not belong')
    expect(() => convert(param(CONVOLUTION.replace('6=3', '6=99999999')))).toThrow('do not fit its shape')
    expect(() => convert(param('Split two 1 1 other out'))).toThrow('the value other is missing')
  })
})
