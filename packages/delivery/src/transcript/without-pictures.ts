/** A run of base64 that is as long as this is a file. */
const LONG = 512

/** What stands in the place of a file. */
export const inPlaceOf = (base64Length: number): string => `[${Math.floor((base64Length * 3) / 4)} bytes in base64]`

/** A text without the files that stand in it as base64 on one line, as in JSON and XML. */
export function withoutPictures(text: string): string {
  return text.replaceAll(/[A-Za-z0-9+/]+={0,2}/g, (run) => (run.length < LONG ? run : inPlaceOf(run.length)))
}
