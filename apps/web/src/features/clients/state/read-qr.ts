/** Reads the text of a QR code in the picture that a video shows now. Undefined if it sees none. */
export type QrReader = (video: HTMLVideoElement) => Promise<string | undefined>

/** What browsers that read codes themselves offer. The library of the DOM does not describe it, because not all do. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { rawValue: string }[]>
}
interface DetectorKind {
  new (options: { formats: string[] }): Detector
  getSupportedFormats(): Promise<string[]>
}

const FORMAT = 'qr_code'
/** Pictures are made smaller than this: a code that is held before a camera is legible, and a phone reads several a second. */
const LONGEST_SIDE = 800

const kindOfBrowser = (): DetectorKind | undefined =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  (globalThis as { BarcodeDetector?: DetectorKind }).BarcodeDetector

/** The browser's own reader. Undefined if it has none, or one without QR codes, as on desktops without the system's library. */
async function ofBrowser(): Promise<QrReader | undefined> {
  const Kind = kindOfBrowser()
  if (!Kind || !(await Kind.getSupportedFormats()).includes(FORMAT)) return undefined
  const detector = new Kind({ formats: [FORMAT] })
  return async (video) => (await detector.detect(video))[0]?.rawValue
}

/** A reader in the page. It is loaded only where the browser has none. */
async function ofLibrary(): Promise<QrReader> {
  const { decodeQR } = await import('qr/decode.js')
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return (video) => {
    const scale = Math.min(1, LONGEST_SIDE / Math.max(video.videoWidth, video.videoHeight))
    canvas.width = Math.round(video.videoWidth * scale)
    canvas.height = Math.round(video.videoHeight * scale)
    if (!context || canvas.width === 0 || canvas.height === 0) return Promise.resolve(undefined)
    context.drawImage(video, 0, 0, canvas.width, canvas.height)
    const picture = context.getImageData(0, 0, canvas.width, canvas.height)
    try {
      return Promise.resolve(decodeQR(picture))
    } catch {
      // It throws for each picture that shows no code.
      return Promise.resolve(undefined)
    }
  }
}

/** Prepares the reader that this browser uses. */
export const openQrReader = async (): Promise<QrReader> => (await ofBrowser()) ?? (await ofLibrary())
