import { expect, test } from 'vitest'
import type { PackManifest } from '../packs/pack-manifest.ts'
import { checkOutputs } from './check-outputs.ts'
import { classNamesOf } from './class-names.ts'

const output = (...dims: number[]) => ({
  data: new Float32Array(dims.reduce((product, dim) => product * dim, 1)),
  dims,
})

/** Network families with outputs of networks that have four classes. */
const FAMILIES: [PackManifest['family'], Record<string, ReturnType<typeof output>>][] = [
  [
    { kind: 'centernet', keypoints: 'k', reach: 'r' },
    { k: output(1, 4, 8, 8), r: output(1, 4, 8, 8) },
  ],
  [{ kind: 'yolox', output: 'o' }, { o: output(1, 84, 9) }],
  [
    { kind: 'nanodet', classes: 'c', distances: 'd' },
    { c8: output(1, 64, 4), d8: output(1, 64, 32) },
  ],
  [{ kind: 'nanodet-plus', output: 'o' }, { o: output(1, 85, 36) }],
  [{ kind: 'fastestdet', output: 'o' }, { o: output(1, 9, 4, 4) }],
  [{ kind: 'yolo', output: 'o', layout: 'rows' }, { o: output(1, 20, 9) }],
  [{ kind: 'yolo', output: 'o', layout: 'columns' }, { o: output(1, 8, 20) }],
  [
    { kind: 'detr', logits: 'l', boxes: 'b', scores: 'sigmoid' },
    { l: output(1, 10, 4), b: output(1, 10, 4) },
  ],
  [
    { kind: 'detr', logits: 'l', boxes: 'b', scores: 'softmax' },
    { l: output(1, 10, 5), b: output(1, 10, 4) },
  ],
  [{ kind: 'atss' }, { cls0: output(1, 16, 12), ctr0: output(1, 16, 3), box0: output(1, 16, 12) }],
]

test.each(FAMILIES)(
  'an output of %j is rejected if its number of classes differs from the number of labels',
  (family, outputs) => {
    expect(() => checkOutputs(outputs, family, 4)).not.toThrow()
    expect(() => checkOutputs(outputs, family, 3)).toThrow('tells 4 classes apart and the pack has labels for 3')
  },
)

test.each([NaN, Infinity, -Infinity])('an output that contains %f is rejected', (value) => {
  const lists = { boxes: output(2, 4), scores: output(2), labels: output(2) }
  const family = {
    kind: 'ssd',
    boxes: 'boxes',
    scores: 'scores',
    labels: 'labels',
    edges: 'ltrb',
    unit: 'share',
    first: 1,
  } as const
  expect(() => checkOutputs(lists, family, 4)).not.toThrow()
  lists.scores.data[1] = value
  expect(() => checkOutputs(lists, family, 4)).toThrow('output scores holds numbers that are none')
})

test('the labels of a pack determine the classes that it detects', () => {
  expect(classNamesOf({ labels: ['fox', 'guard', 'hare'], classes: { guard: 'person', fox: 'animal' } }).sees).toEqual([
    'animal',
    'person',
    'other',
  ])
  const coco = classNamesOf({ labels: 'coco-80', classes: {} })
  expect(coco).toMatchObject({ count: 80, sees: expect.arrayContaining(['person', 'vehicle', 'cycle']) })
  expect(() => coco.nameOf(85)).toThrow('speaks of class 85, and 80 have labels')
})
