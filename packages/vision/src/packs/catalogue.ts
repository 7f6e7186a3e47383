import type { NetworkDescription } from '../detect/onnx-network.ts'
import { convertNanodetPlus, NANODET_PLUS_INPUT } from './nanodet-plus.ts'
import type { PackManifest } from './pack-manifest.ts'
import { convertPersonVehicleBike } from './person-vehicle-bike.ts'

/** A file to download: its published address, and the checksum that it must have. */
export interface PublishedFile {
  url: string
  /** The SHA-256 checksum in hexadecimal. */
  sha256: string
}

/** The two files of a network in another format than ONNX: the description of its graph, and its weights beside it (`.bin`). */
export interface PublishedPair {
  graph: PublishedFile
  weights: PublishedFile
}

/** A pack that can be added by name. */
export interface PublishedPack {
  /** Size of the download, in bytes. */
  bytes: number
  /** The manifest without the checksum of the ONNX file, because some ONNX files are created on this machine. */
  manifest: Omit<PackManifest, 'sha256'>
  /** A published ONNX file, or the two files of an OpenVINO or ncnn network, which are converted to ONNX. */
  published:
    | { kind: 'onnx'; model: PublishedFile }
    | { kind: 'pair'; convert: (graph: string, weights: Uint8Array) => Uint8Array; editions: readonly PublishedPair[] }
}

const GITHUB = 'https://raw.githubusercontent.com'
const plain: Pick<NetworkDescription['input'], 'mean' | 'deviation'> = { mean: [0, 0, 0], deviation: [1, 1, 1] }

function nanodet(side: number, sha256: string, bytes: number): PublishedPack {
  return {
    bytes,
    manifest: {
      id: `nanodet-m-${side}`,
      version: '1',
      title: `NanoDet-m, ${side} pixels`,
      licence: 'Apache-2.0',
      source: 'RangiLyu/nanodet, exported by Kazuhito00/NanoDet-ONNX-Sample',
      capability: 'detect',
      file: `nanodet_m_${side}.onnx`,
      input: {
        name: 'input.1',
        width: side,
        height: side,
        colours: 'bgr',
        mean: [103.53, 116.28, 123.675],
        deviation: [57.375, 57.12, 58.395],
        fit: 'stretch',
      },
      looks: 'whole',
      family: { kind: 'nanodet', classes: 'cls_pred_stride_', distances: 'dis_pred_stride_' },
      labels: 'coco-80',
      classes: {},
      floor: 0.1,
      suppressAt: 0.5,
    },
    published: {
      kind: 'onnx',
      model: {
        url: `${GITHUB}/Kazuhito00/NanoDet-ONNX-Sample/610a874a9163369f6432bf7360ae6c66fc605680/model/nanodet_m_${side}.onnx`,
        sha256,
      },
    },
  }
}

const OPEN_MODEL_ZOO =
  'https://storage.openvinotoolkit.org/repositories/open_model_zoo/2021.4/models_bin/2/person-vehicle-bike-detection-2003/FP16/person-vehicle-bike-detection-2003'

const NEWER_EDITION = `${GITHUB}/lsdace30095/cmrpack23/cb2d3538ec962ce1696739682d766383f51326cd/intel/person-vehicle-bike-detection-2003/FP16/person-vehicle-bike-detection-2003`

const NCNN_FILES = `${GITHUB}/Deepdive543443/ncnn-android-nanodet/1481b2417f57f93460e06c16bc170c24e4d1ed5a/app/src/main/assets/nanodet-plus-m-1.5x_416_int8`

/** The packs that are known by name. The operator of an installation downloads their weights, under the licence of each pack. */
export const PUBLISHED_PACKS: readonly PublishedPack[] = [
  {
    bytes: 3_660_092,
    manifest: {
      id: 'yolox-nano',
      version: '1',
      title: 'YOLOX-nano',
      licence: 'Apache-2.0',
      source: 'Megvii-BaseDetection/YOLOX, exported by Kazuhito00/YOLOX-ONNX-TFLite-Sample',
      capability: 'detect',
      file: 'yolox_nano.onnx',
      input: { name: 'images', width: 416, height: 416, colours: 'bgr', ...plain, fit: { pad: 114 } },
      looks: 'whole',
      family: { kind: 'yolox', output: 'output' },
      labels: 'coco-80',
      classes: {},
      floor: 0.1,
      suppressAt: 0.5,
    },
    published: {
      kind: 'onnx',
      model: {
        url: `${GITHUB}/Kazuhito00/YOLOX-ONNX-TFLite-Sample/3d4f1119d0694200671c08069ecb847aa0d8495a/model/yolox_nano.onnx`,
        sha256: '695e750a5d5754bb5a8d5325643b59282191a7e7a564e435a415fd3c578eab14',
      },
    },
  },
  {
    bytes: 5_134_453,
    manifest: {
      id: 'pvb-2003',
      version: '2',
      title: 'Person, vehicle and bike detection 2003',
      licence: 'Apache-2.0',
      source: 'Open Model Zoo of Intel, person-vehicle-bike-detection-2003',
      capability: 'detect',
      file: 'pvb-2003.onnx',
      input: { name: 'image', width: 864, height: 480, colours: 'bgr', ...plain, fit: 'stretch' },
      looks: 'whole',
      family: { kind: 'atss' },
      labels: ['vehicle', 'person', 'cycle'],
      classes: { vehicle: 'vehicle', person: 'person', cycle: 'cycle' },
      floor: 0.1,
      suppressAt: 0.5,
    },
    published: {
      kind: 'pair',
      convert: convertPersonVehicleBike,
      // The official edition is first. The second edition is the same network in the format of a newer OpenVINO version.
      editions: [
        {
          graph: {
            url: `${OPEN_MODEL_ZOO}.xml`,
            sha256: '4937ab7ba27aca45a273484345f10ed707f7faf43105b595d8e4d5032be8d573',
          },
          weights: {
            url: `${OPEN_MODEL_ZOO}.bin`,
            sha256: '649607c58e5503963dd878589fbe93420343fba032c915396e1face3b6eaae72',
          },
        },
        {
          graph: {
            url: `${NEWER_EDITION}.xml`,
            sha256: '2dd003f80c754af3d84d6861896d45dce35af93ec78b0904cd3f644b0bbcae62',
          },
          weights: {
            url: `${NEWER_EDITION}.bin`,
            sha256: 'b9f976542cb100f3968acadd3d031918abf1b6006110bf1e40ddbd3291656bd1',
          },
        },
      ],
    },
  },
  {
    bytes: 2_601_037,
    manifest: {
      id: 'nanodet-plus-15x',
      version: '1',
      title: 'NanoDet-Plus-m-1.5x',
      licence: 'Apache-2.0',
      source: 'RangiLyu/nanodet, as 8-bit ncnn files of Deepdive543443/ncnn-android-nanodet',
      capability: 'detect',
      file: 'nanodet-plus-15x.onnx',
      input: {
        name: 'data',
        ...NANODET_PLUS_INPUT,
        colours: 'bgr',
        mean: [103.53, 116.28, 123.675],
        deviation: [57.375, 57.12, 58.395],
        fit: { pad: 0 },
      },
      looks: 'whole',
      family: { kind: 'nanodet-plus', output: 'output' },
      labels: 'coco-80',
      classes: {},
      floor: 0.1,
      suppressAt: 0.5,
    },
    published: {
      kind: 'pair',
      convert: convertNanodetPlus,
      editions: [
        {
          graph: {
            url: `${NCNN_FILES}.param`,
            sha256: '0b3993170ac08796924ba681c199eb522da0d4dc2e6f5beef5a0de7b69a2e0dc',
          },
          weights: {
            url: `${NCNN_FILES}.bin`,
            sha256: '1d8e0c55231336028c803d0b3b60ec036bf02b40146886c8b7a472d93e767011',
          },
        },
      ],
    },
  },
  nanodet(416, '08b62b9ee4a7878e7a64d6ef4faf3074322c033a0252c83a20f41b86c76e8146', 3_802_805),
  nanodet(320, '88e9fb97a54bb0030127ad323a10f88b4531b6aa82617e7ef79e35ffcc9bb3e1', 3_802_801),
  {
    bytes: 998_169,
    manifest: {
      id: 'fastestdet',
      version: '1',
      title: 'FastestDet',
      licence: 'BSD-3-Clause',
      source: 'dog-qiuqiu/FastestDet',
      capability: 'detect',
      file: 'FastestDet.onnx',
      input: {
        name: 'input.1',
        width: 352,
        height: 352,
        colours: 'bgr',
        mean: [0, 0, 0],
        deviation: [255, 255, 255],
        fit: 'stretch',
      },
      looks: 'parts',
      family: { kind: 'fastestdet', output: '758' },
      labels: 'coco-80',
      classes: {},
      floor: 0.1,
      suppressAt: 0.5,
    },
    published: {
      kind: 'onnx',
      model: {
        url: `${GITHUB}/dog-qiuqiu/FastestDet/50473cd155cb088aa4a99e64ff6a4b3c24fa07e1/example/onnx-runtime/FastestDet.onnx`,
        sha256: '31cb14c017fce347cb4c846ec62fdf00d76bb3beecdf4be21e7116ac67feb880',
      },
    },
  },
]

/** Names for several packs at once. `npm run evaluate -- --nested` says whether the first two are still those that it would choose. */
export const PACK_SETS: Readonly<Record<string, readonly string[]>> = {
  recommended: ['nanodet-plus-15x', 'fastestdet'],
  accurate: ['pvb-2003', 'nanodet-plus-15x', 'fastestdet'],
  fast: ['yolox-nano', 'nanodet-m-416', 'fastestdet'],
}

/** Returns the packs of the set with this name, or the pack with this name. Undefined if the name is unknown. */
export function packsNamed(name: string): readonly PublishedPack[] | undefined {
  const ids = PACK_SETS[name] ?? [name]
  const packs = ids.flatMap((id) => PUBLISHED_PACKS.find(({ manifest }) => manifest.id === id) ?? [])
  return packs.length === ids.length ? packs : undefined
}
