import { InferenceSession, Tensor } from 'onnxruntime-node'
import { describe, expect, test } from 'vitest'
import { encodeOnnx } from './encode-onnx.ts'
import { importOpenVino } from './import-openvino.ts'

const port = (id: number, dims: readonly number[]) =>
  `<port id="${id}">${dims.map((dim) => `<dim>${dim}</dim>`).join('')}</port>`
const layer = (id: number, type: string, dims: readonly number[], data = '') =>
  `<layer id="${id}" name="layer-${id}" type="${type}">${data}<output>${port(9, dims)}</output></layer>`
const edge = (from: number, to: number, at: number) =>
  `<edge from-layer="${from}" from-port="9" to-layer="${to}" to-port="${at}"/>`
const net = (layers: string[], edges: string[]) =>
  `<net><layers>${layers.join('')}</layers><edges>${edges.join('')}</edges></net>`

/** Creates a small network whose input is a picture of 2 × 2 pixels and whose constant is stored as half floats. */
const small = (type: string, data = '') =>
  net(
    [
      layer(0, 'Parameter', [1, 1, 2, 2]),
      layer(1, 'Const', [1, 1, 1, 1], '<data element_type="f16" shape="1,1,1,1" offset="0" size="2"/>'),
      layer(2, 'Convert', [1, 1, 1, 1]),
      layer(3, 'Multiply', [1, 1, 2, 2]),
      layer(4, type, [1, 1, 2, 2], data),
    ],
    [edge(1, 2, 0), edge(0, 3, 0), edge(2, 3, 1), edge(3, 4, 0)],
  )
/** −2 as a half float. */
const MINUS_TWO = new Uint8Array([0x00, 0xc0])

function convert(xml: string, bin = MINUS_TWO): Uint8Array {
  const graph = importOpenVino(xml, bin, (layers) => {
    const end = layers.at(-1)
    return new Map(end ? [['out', end]] : [])
  })
  return encodeOnnx(graph)
}

async function answer(model: Uint8Array): Promise<number[]> {
  const session = await InferenceSession.create(model, { logSeverityLevel: 3 })
  const { out } = await session.run({ 'layer-0': new Tensor('float32', [1, -1, 2, -3], [1, 1, 2, 2]) })
  return [...(out?.data ?? [])].map(Number)
}

describe('an OpenVINO network', () => {
  test('computes in ONNX what its description defines', async () => {
    expect(await answer(convert(small('ReLU')))).toEqual([0, 2, 0, 6])
    expect(await answer(convert(small('Clamp', '<data min="-3" max="4"/>')))).toEqual([-2, 2, -3, 4])
  })

  test('reports an unknown operator with its layer', () => {
    expect(() => convert(small('LSTMSequence'))).toThrow('operator LSTMSequence is not supported (layer-4)')
  })

  test('is refused when a file is invalid or truncated', () => {
    expect(() => convert('<html></html>')).toThrow('not a network of OpenVINO')
    expect(() => convert('no markup at all')).toThrow('not a network of OpenVINO')
    expect(() => convert(small('ReLU'), new Uint8Array(1))).toThrow('.bin file ends too early')
  })
})
