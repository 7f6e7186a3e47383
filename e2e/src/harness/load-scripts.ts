import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Loads the files `<name>.<kind>.ts` of a folder. Returns the export named like the kind of each, with the file's name. */
export async function loadScripts<T>(folder: string, kind: string): Promise<(T & { name: string })[]> {
  const ending = `.${kind}.ts`
  const files = (await readdir(folder)).filter((file) => file.endsWith(ending)).toSorted()
  return Promise.all(
    files.map(async (file) => {
      const script = (await import(/* @vite-ignore */ pathToFileURL(join(folder, file)).href)) as Record<string, T>
      const found = script[kind]
      if (found === undefined) throw new Error(`${file} exports no ${kind}`)
      return { ...found, name: file.slice(0, -ending.length) }
    }),
  )
}
