import type { FastifyRequest } from 'fastify'
import { bodyLimitOf, deleteLogo, findLogo, getLogo, MAX_LOGO_BYTES, uploadLogo } from '@winnow/contract'
import { newToken } from '../../platform/crypto/tokens.ts'
import { inSystem, type Tx } from '../../platform/db/transaction.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import type { Changing } from '../../platform/http/handlers.ts'
import type { Register } from '../../platform/http/register.ts'
import { MediaMissingError } from '../../platform/media/media-store.ts'
import type { CompaniesDeps } from './companies-deps.ts'
import { findBySubdomain, logoOf } from './company-queries.ts'
import { redrawLogo } from './redraw-logo.ts'

const tooLarge = (): AppError =>
  new AppError('TOO_LARGE', `A logo may have at most ${MAX_LOGO_BYTES / 1024 / 1024} MB`, {
    fields: [{ field: 'image', message: `A logo may have at most ${MAX_LOGO_BYTES / 1024 / 1024} MB` }],
  })

/** Reads the field `image` of an uploaded form. It is small enough to be held in memory. */
async function readImage(request: FastifyRequest): Promise<Uint8Array> {
  const type = request.headers['content-type'] ?? ''
  if (!/^multipart\/form-data/i.test(type))
    throw new AppError('UNSUPPORTED_MEDIA', 'Send multipart/form-data with the picture in the field image')
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request.body as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > bodyLimitOf(uploadLogo)) throw tooLarge()
    chunks.push(chunk)
  }
  const form = await new Response(Buffer.concat(chunks), { headers: { 'content-type': type } })
    .formData()
    .catch(() => undefined)
  const image = form?.get('image')
  if (!(image instanceof Blob))
    throw new AppError('VALIDATION', 'Send the picture in the field image', {
      fields: [{ field: 'image', message: 'Field required' }],
    })
  if (image.size > MAX_LOGO_BYTES) throw tooLarge()
  return new Uint8Array(await image.arrayBuffer())
}

/** Gives a company another logo, or none. Returns the key of the previous logo. */
async function replaceLogo(
  { tx, audit }: { tx: Tx; audit: Changing<typeof deleteLogo>['audit'] },
  id: string,
  key: string | null,
): Promise<string | null> {
  const company = await tx
    .selectFrom('company')
    .select(['name', 'logo_key'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await tx.updateTable('company').set({ logo_key: key }).where('id', '=', id).execute()
  const action = key === null ? 'company.logo-removed' : 'company.logo-changed'
  await audit({ action, objectType: 'company', objectId: id, objectName: company.name })
  return company.logo_key
}

export function registerLogos(register: Register, { db, clock, media, logoLookups }: CompaniesDeps): void {
  register.write(uploadLogo, {
    async prepare({ params, request }) {
      const png = await redrawLogo(await readImage(request))
      // A new key for each logo, since browsers may cache the old one.
      const key = `logos/${params.id}/${newToken(12)
        .toLowerCase()
        .replaceAll(/[^a-z0-9]/g, 'x')}/512.png`
      await media.put(key, png)
      return key
    },
    change: (changing) => replaceLogo(changing, changing.params.id, changing.prepared),
    async reply({ params, prepared: key, result: before }) {
      if (before !== null) await media.delete([before])
      const logo = logoOf({ id: params.id, logo_key: key })
      if (!logo) throw new Error('a logo that was just stored has no address')
      return logo
    },
  })

  register.write(deleteLogo, {
    change: (changing) => replaceLogo(changing, changing.params.id, null),
    async reply({ result: before }) {
      if (before !== null) await media.delete([before])
      return { success: true as const }
    },
  })

  register(getLogo, async ({ params, query, reply }) => {
    const company = await inSystem(db, (tx) =>
      tx.selectFrom('company').select(['id', 'logo_key']).where('id', '=', params.id).executeTakeFirst(),
    )
    if (!company?.logo_key) throw notFound()
    try {
      const content = await media.get(company.logo_key)
      const isVersioned = query.v !== undefined && company.logo_key.includes(`/${query.v}/`)
      void reply
        .header('cache-control', isVersioned ? 'public, max-age=31536000, immutable' : 'public, max-age=300')
        .header('content-type', 'image/png')
        .header('content-length', content.bytes)
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cross-origin-resource-policy', 'same-origin')
      return await reply.send(content.body)
    } catch (error) {
      if (error instanceof MediaMissingError) throw notFound()
      throw error
    }
  })

  register(findLogo, async ({ params, request }) => {
    logoLookups.require(request.ip, clock.now())
    const company = await inSystem(db, (tx) => findBySubdomain(tx, params.subdomain))
    if (!company) throw notFound()
    return { name: company.name, theme: company.theme as 'default' | 'pelco' | 'provider', logo: logoOf(company) }
  })
}
