import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PUBLISHED_PACKS, type PublishedPack } from './catalogue.ts'
import { checksumOfFile } from './checksum.ts'
import { fetchFile, FetchFailed, type FetchOptions } from './fetch-file.ts'
import { weightsBeside } from './find-published.ts'
import { packManifestSchema, type PackManifest } from './pack-manifest.ts'
import { SHARED_MARK } from './shared-packs.ts'

const MANIFEST = 'pack.json'
/** The folder of downloads and unfinished packs. It is not a pack. */
const WORK = '.work'

/** The names of the built-in detector, which no pack may have. */
const RESERVED: readonly string[] = ['builtin', 'centernet']

/** A pack in its folder. */
export interface InstalledPack {
  manifest: PackManifest
  /** Absolute path of the ONNX file. */
  model: string
}

/** A folder that should hold a valid pack and does not. */
export interface BrokenPack {
  id: string
  problem: string
}

/** The packs of an installation: a folder with a folder for each. */
export interface PackStore {
  list(): Promise<{ packs: InstalledPack[]; broken: BrokenPack[] }>
  /** Adds a known pack by fetching it. @throws FetchFailed */
  add(pack: PublishedPack, options?: FetchOptions): Promise<InstalledPack>
  /**
   * Adds a pack from files on this machine: a folder with a `pack.json`, the ONNX file of a known pack, or the .xml file of a known
   * OpenVINO network, or the .param file of one of ncnn, with its .bin file beside it.
   * @throws PackRefused
   */
  addFrom(source: string, pack?: PublishedPack): Promise<InstalledPack>
  /** Installs a copy of the installation's shared pack from a manifest and a model file, and marks it as shared. @throws PackRefused */
  put(manifest: PackManifest, model: string): Promise<InstalledPack>
  /** @returns false when there is no such pack */
  remove(id: string): Promise<boolean>
}

/** The error for files that are not a valid pack. The message names the fault. */
export class PackRefused extends Error {
  override readonly name = 'PackRefused'
}

/** Reads a pack's folder and checks its file against the manifest. @throws PackRefused */
export async function readPack(folder: string): Promise<InstalledPack> {
  const text = await readFile(path.join(folder, MANIFEST), 'utf8').catch(() => undefined)
  if (text === undefined) throw new PackRefused(`there is no ${MANIFEST} in ${folder}`)
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new PackRefused(`${MANIFEST} is not JSON`)
  }
  const parsed = packManifestSchema.safeParse(json)
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'it'}: ${issue.message}`).join('; ')
    throw new PackRefused(`${MANIFEST} does not fit: ${wrong}`)
  }
  const model = path.join(folder, parsed.data.file)
  const found = await checksumOfFile(model).catch(() => undefined)
  if (found === undefined) throw new PackRefused(`${parsed.data.file} is missing`)
  if (found !== parsed.data.sha256)
    throw new PackRefused(`${parsed.data.file} is not the file that ${MANIFEST} names (its SHA-256 is ${found})`)
  return { manifest: parsed.data, model }
}

/**
 * Opens the packs of an installation. The folder need not exist yet.
 * @param catalogue the packs that are known by name
 */
export function createPackStore(folder: string, catalogue: readonly PublishedPack[] = PUBLISHED_PACKS): PackStore {
  const root = path.resolve(folder)

  /** @param model converted bytes, or the path of a file, which is copied without reading it into memory as a whole */
  async function install(
    manifest: Omit<PackManifest, 'sha256'>,
    model: Uint8Array | string,
    isCopy = false,
  ): Promise<InstalledPack> {
    const made = path.join(root, WORK, `${manifest.id}.new`)
    const place = path.join(root, manifest.id)
    await rm(made, { recursive: true, force: true })
    await mkdir(made, { recursive: true })
    const file = path.join(made, manifest.file)
    await (typeof model === 'string' ? copyFile(model, file) : writeFile(file, model))
    const full: PackManifest = { ...manifest, sha256: await checksumOfFile(file) }
    await writeFile(path.join(made, MANIFEST), `${JSON.stringify(full, null, 2)}\n`)
    await readPack(made)
    if (isCopy) await writeFile(path.join(made, SHARED_MARK), '')
    // The new pack is prepared in another folder and then replaces the old one. So a process that starts now finds one of the two.
    await rm(place, { recursive: true, force: true })
    await rename(made, place)
    return { manifest: full, model: path.join(place, manifest.file) }
  }

  async function fetchModel(
    { manifest, published }: PublishedPack,
    options: FetchOptions,
  ): Promise<Uint8Array | string> {
    const at = (name: string) => path.join(root, WORK, `${manifest.id}-${name}`)
    if (published.kind === 'onnx') {
      await fetchFile(published.model, at('model'), options)
      return at('model')
    }
    const failures: FetchFailed[] = []
    for (const [index, { graph, weights }] of published.editions.entries()) {
      try {
        await fetchFile(graph, at(`${index}.graph`), options)
        await fetchFile(weights, at(`${index}.bin`), options)
      } catch (error) {
        if (!(error instanceof FetchFailed)) throw error
        failures.push(error)
        continue
      }
      return published.convert(
        await readFile(at(`${index}.graph`), 'utf8'),
        new Uint8Array(await readFile(at(`${index}.bin`))),
      )
    }
    throw new FetchFailed(failures.at(-1)?.failure ?? 'unreachable', failures.map(({ message }) => message).join('\n'))
  }

  async function readModel(source: string, pack: PublishedPack): Promise<Uint8Array | string> {
    const { published, manifest } = pack
    const sum = await checksumOfFile(source).catch(() => {
      throw new PackRefused(`${source} cannot be read`)
    })
    if (published.kind === 'onnx') {
      if (sum === published.model.sha256) return source
      throw new PackRefused(`${source} is not the file of ${manifest.id} (its SHA-256 is ${sum})`)
    }
    const edition = published.editions.find(({ graph }) => graph.sha256 === sum)
    if (!edition) {
      const ending = path.posix.extname(published.editions[0]?.graph.url ?? '')
      throw new PackRefused(`${source} is not the ${ending} file of ${manifest.id} (its SHA-256 is ${sum})`)
    }
    const binFile = weightsBeside(source)
    const binSum = await checksumOfFile(binFile).catch(() => {
      throw new PackRefused(`${path.basename(binFile)} must lie beside ${source}`)
    })
    if (binSum !== edition.weights.sha256)
      throw new PackRefused(`${binFile} does not belong to ${source} (its SHA-256 is ${binSum})`)
    // These files fit into memory: their checksums are known, so they are the published files of a few megabytes.
    return published.convert(await readFile(source, 'utf8'), new Uint8Array(await readFile(binFile)))
  }

  return {
    async list() {
      const names = await readdir(root, { withFileTypes: true }).catch(() => [])
      const packs: InstalledPack[] = []
      const broken: BrokenPack[] = []
      for (const entry of names.toSorted((a, b) => a.name.localeCompare(b.name))) {
        if (!entry.isDirectory() || entry.name.startsWith('.')) continue
        try {
          packs.push(await readPack(path.join(root, entry.name)))
        } catch (error) {
          broken.push({ id: entry.name, problem: error instanceof Error ? error.message : String(error) })
        }
      }
      return { packs, broken }
    },
    async add(pack, options = {}) {
      const model = await fetchModel(pack, options)
      const installed = await install(pack.manifest, model)
      await rm(path.join(root, WORK), { recursive: true, force: true })
      return installed
    },
    async addFrom(source, pack) {
      if (pack !== undefined) return install(pack.manifest, await readModel(source, pack))
      const { manifest, model } = await readPack(path.resolve(source))
      const taken = [...RESERVED, ...catalogue.map((known) => known.manifest.id)]
      if (taken.includes(manifest.id))
        throw new PackRefused(`${manifest.id} is the name of a known pack; give yours another id`)
      return install(manifest, model)
    },
    async put(manifest, model) {
      const found = await checksumOfFile(model)
      if (found !== manifest.sha256) throw new PackRefused(`${manifest.id} is not the file that was added`)
      return install(manifest, model, true)
    },
    async remove(id) {
      const { packs, broken } = await this.list()
      const isThere = packs.some(({ manifest }) => manifest.id === id) || broken.some((one) => one.id === id)
      if (isThere) await rm(path.join(root, id), { recursive: true, force: true })
      return isThere
    },
  }
}
