import {
  createProject,
  createSite,
  createView,
  getCurrentUser,
  getViewIntake,
  listAlarms,
  type ReplyOf,
} from '@winnow/contract'
import { createTransport } from 'nodemailer'
import type { ApiClient } from './api-client.ts'
import type { Product } from './product.ts'

/** A camera of a journey, with its own site and client. */
export interface JourneyCamera {
  siteId: string
  viewId: string
}

/** Creates client, site and camera, named after the journey. */
export async function createJourneyCamera(api: ApiClient, journey: string): Promise<JourneyCamera> {
  const { companyId } = await api.call(getCurrentUser)
  const project = await api.call(createProject, { params: { id: companyId }, body: { name: `${journey} client` } })
  const site = await api.call(createSite, {
    params: { id: project.id },
    body: { name: `${journey} site`, timezone: 'Europe/Madrid' },
  })
  const view = await api.call(createView, { params: { id: site.id }, body: { name: `${journey} camera` } })
  return { siteId: site.id, viewId: view.id }
}

/** The camera's alarms, newest first, as soon as the expected number exists and each has its verdict. */
export async function decidedAlarms(
  api: ApiClient,
  viewId: string,
  count: number,
): Promise<ReplyOf<typeof listAlarms>['rows']> {
  for (const end = Date.now() + 120_000; ;) {
    const { rows } = await api.call(listAlarms, { body: { cameras: [viewId] } })
    if (rows.length === count && rows.every(({ verdict }) => verdict !== null)) return rows
    if (Date.now() > end) throw new Error(`no ${count} verdicts: ${JSON.stringify(rows.map(({ verdict }) => verdict))}`)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

/** Mails pictures as a camera does, with a real SMTP client. */
export async function mailPictures(
  { api, product }: { api: ApiClient; product: Product },
  viewId: string,
  pictures: readonly { jpeg: Buffer }[],
): Promise<void> {
  const { address } = await api.call(getViewIntake, { params: { id: viewId } })
  const transport = createTransport({ ...product.smtp, ignoreTLS: true })
  await transport.sendMail({
    from: 'camera@site.example',
    to: address,
    subject: 'Motion',
    text: 'EVENT TYPE: Motion Detected',
    attachments: pictures.map(({ jpeg }, index) => ({ filename: `${index}.jpg`, content: jpeg })),
  })
  transport.close()
}
