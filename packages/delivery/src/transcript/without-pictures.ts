/** A run of base64 that is as long as this is a file. */
const LONG = 512

/** What stands in the place of a file. */
export const inPlaceOf = (bytes: number): string => `[${Math.floor(bytes)} bytes in base64]`

/** How many bytes a run of base64 stands for; of a part of one, a fraction. */
export const bytesOf = (base64: string): number => (base64.replace(/=+$/, '').length * 3) / 4

/** A text without the files that stand in it as base64 on one line, as in JSON and XML. */
export function withoutPictures(text: string): string {
  return text.replaceAll(/[A-Za-z0-9+/]+={0,2}/g, (run) => (run.length < LONG ? run : inPlaceOf(bytesOf(run))))
}
