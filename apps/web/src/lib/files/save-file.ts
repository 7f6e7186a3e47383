/** The time for which the file stays available to the browser. It is long enough for any browser to start writing the file. */
const KEPT_MS = 60_000

/** Saves a fetched file to the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}
