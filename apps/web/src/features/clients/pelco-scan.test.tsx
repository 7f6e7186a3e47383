import { screen, waitFor } from '@testing-library/react'
import { encodeQR } from 'qr'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ClientsServer } from './testing/clients-server.ts'
import { siteId } from './testing/node-factory.ts'
import { openClients } from './testing/open-clients.tsx'

vi.setConfig({ testTimeout: 120_000 })

const PIXELS = 6

/** What the camera of this device is shown. */
let shown: string
/** How the browser answers when the page asks for its camera. */
let answer: () => Promise<unknown>
const stopTrack = vi.fn<() => void>()

/** The picture that a camera makes of a QR code with this text: black and white pixels in rows. */
function pictureOf(text: string) {
  const rows = encodeQR(text, 'raw', { scale: PIXELS, border: 4 })
  const data = new Uint8ClampedArray(rows.length * rows.length * 4).fill(255)
  rows.flat().forEach((dark, at) => {
    if (dark) data.fill(0, at * 4, at * 4 + 3)
  })
  return { data, width: rows.length, height: rows.length }
}

const setCamera = (mediaDevices: object | undefined) => {
  if (mediaDevices === undefined) Reflect.deleteProperty(navigator, 'mediaDevices')
  else Object.defineProperty(navigator, 'mediaDevices', { value: mediaDevices, configurable: true })
}

beforeEach(() => {
  shown = 'nothing yet'
  answer = () => Promise.resolve({ getTracks: () => [{ stop: stopTrack }] })
  stopTrack.mockClear()
  setCamera({ getUserMedia: () => answer() })
  // jsdom neither plays nor draws.
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  vi.spyOn(HTMLVideoElement.prototype, 'videoWidth', 'get').mockReturnValue(400)
  vi.spyOn(HTMLVideoElement.prototype, 'videoHeight', 'get').mockReturnValue(300)
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation((): never => {
    const context: unknown = { drawImage: () => undefined, getImageData: () => pictureOf(shown) }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as much of a context as the reader uses
    return context as never
  })
})
afterEach(() => {
  setCamera(undefined)
  Reflect.deleteProperty(globalThis, 'BarcodeDetector')
})

async function openScan() {
  const server = new ClientsServer()
  server.pelco = { isUnlocked: true, hasCloud: true, isStandIn: true }
  const { pointer } = await openClients(`/cams/clients?site=${siteId(1)}&type=add`, server)
  await pointer.click(await screen.findByRole('combobox', { name: 'How its alarms arrive' }))
  await pointer.click(await screen.findByRole('option', { name: 'Pelco' }))
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Serial number' })
  await pointer.click(screen.getByRole('button', { name: 'Read the QR code' }))
  return { pointer, field }
}
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog', { name: 'Read the QR code' })).toBeNull())

test('the page itself reads the serial number from a picture, and lets go of the camera · CAMERAS-001', async () => {
  const { field } = await openScan()
  expect(await screen.findByText(/^This code holds no serial number/)).toBeDefined()
  expect(field.value).toBe('')
  shown = 'https://example.test/?model=IMP221&serial=1234-5678-9011'
  await waitFor(() => expect(field.value).toBe('123456789011'))
  await isClosed()
  expect(stopTrack).toHaveBeenCalled()
})

test.each([true, false])('a browser’s own reader is used if it reads QR codes: %s · CAMERAS-001', async (reads) => {
  const detect = vi.fn<() => Promise<{ rawValue: string }[]>>(() => Promise.resolve([{ rawValue: '223456789011' }]))
  const Detector = class {
    static getSupportedFormats = () => Promise.resolve(reads ? ['qr_code'] : ['ean_13'])
    detect = detect
  }
  Object.defineProperty(globalThis, 'BarcodeDetector', { value: Detector, configurable: true })
  shown = '123456789011'
  const { field } = await openScan()
  await waitFor(() => expect(field.value).toBe(reads ? '223456789011' : '123456789011'))
  expect(detect.mock.calls.length > 0).toBe(reads)
})

test.each([
  ['NotAllowedError', /^The browser may not use the camera/],
  ['NotFoundError', /^This device has no camera/],
  ['NotReadableError', /^Another program is using the camera/],
  ['TypeError', /^The camera could not be started/],
])('the dialog says what to do after %s, and the number can still be typed · CAMERAS-001', async (name, text) => {
  answer = () => Promise.reject(new DOMException('', name))
  const { pointer, field } = await openScan()
  expect(await screen.findByText(text)).toBeDefined()
  await pointer.click(screen.getByRole('button', { name: 'Type the number instead' }))
  await isClosed()
  await pointer.click(field)
  await pointer.paste('1234-5678-9011')
  expect(field.value).toBe('1234-5678-9011')
})

test('the dialog says that a page over plain HTTP gets no camera · CAMERAS-001', async () => {
  setCamera(undefined)
  await openScan()
  expect(await screen.findByText(/^Browsers lend their camera only to pages that came over HTTPS/)).toBeDefined()
})
